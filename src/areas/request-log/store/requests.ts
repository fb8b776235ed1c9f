import { type Selectable, sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import { findPage } from '#platform/db/page.ts';
import type { ListSpec, PageRequest } from '#platform/http/list.ts';
import type { Org } from '#platform/http/operation.ts';
import { ACTOR_TYPES, METHODS, STATUS_CLASSES } from '../schema.ts';
import type { LoggedRequestsTable } from '../tables.ts';

export const requestList: ListSpec = {
  maxPageSize: 100,
  defaultPageSize: 50,
  filters: {
    status_class: { column: 'status_class', kind: 'enum', values: STATUS_CLASSES },
    status: { column: 'status_text', kind: 'text' },
    method: { column: 'method', kind: 'enum', values: METHODS },
    path: { column: 'path', kind: 'text' },
    operation_id: { column: 'operation_id', kind: 'text' },
    actor_type: { column: 'actor_type', kind: 'enum', values: ACTOR_TYPES },
    actor_id: { column: 'actor_id', kind: 'text' },
    error_code: { column: 'error_code', kind: 'text' },
    request_id: { column: 'request_id', kind: 'text' },
    idempotency_key: { column: 'idempotency_key', kind: 'text' },
    from: { column: 'at', kind: 'instant', bound: 'from' },
    to: { column: 'at', kind: 'instant', bound: 'until' },
  },
  searchable: {},
  sortable: { at: { column: 'at', kind: 'instant' }, id: { column: 'id', kind: 'text' } },
  defaultSort: [
    ['at', 'DESC'],
    ['id', 'ASC'],
  ],
  tieBreaker: 'id',
};

const LISTED = [
  ...(['id', 'at', 'method', 'path', 'operationId', 'status', 'errorCode', 'durationMs'] as const),
  ...(['requestId', 'actorType', 'actorId', 'actorName', 'idempotencyKey', 'isReplay'] as const),
  ...(['standsFor', 'lackedScopes'] as const),
] as const;

export type ListedRequest = Pick<Selectable<LoggedRequestsTable>, (typeof LISTED)[number]>;
export type RequestRow = Selectable<LoggedRequestsTable>;

export function listRows(tx: Tx, org: Org, page: PageRequest) {
  return findPage(tx.selectFrom('loggedRequests').select(LISTED).where('orgId', '=', org.orgId), page);
}

/** The entry with this id, or the last of those with this `X-Request-Id`. */
export async function findRow(tx: Tx, org: Org, id: string): Promise<RequestRow | null> {
  const query = tx.selectFrom('loggedRequests').selectAll().where('orgId', '=', org.orgId);
  const entry = await query.where('id', '=', id).executeTakeFirst();
  if (entry) return entry;
  const last = query.where('requestId', '=', id).orderBy('at', 'desc').orderBy('id').limit(1);
  return (await last.executeTakeFirst()) ?? null;
}

type Place = Pick<RequestRow, 'id' | 'at' | 'method' | 'path' | 'requestBody'>;

/**
 * The request to the same path before this one, with the same method: one with a body if this one has one,
 * because others were rejected before their bodies were read.
 */
export async function findPrevious(
  tx: Tx,
  org: Org,
  { id, at, method, path, requestBody }: Place,
): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select id from logged_requests
    where org_id = ${org.orgId} and path = ${path} and method = ${method} and at <= ${at} and id <> ${id}
      and bodies <> 'ERASED' and (request_body is null) = ${requestBody === null}
    order by at desc, id collate "C" desc limit 1`.execute(tx);
  return rows[0]?.id ?? null;
}

/** The request that was carried out, of which another one with the same key got the response. */
export async function findOriginal(
  tx: Tx,
  org: Org,
  { idempotencyKey, operationId, path, at }: RequestRow,
): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select id from logged_requests
    where org_id = ${org.orgId} and idempotency_key = ${idempotencyKey} and operation_id = ${operationId}
      and path = ${path} and not is_replay and at <= ${at}
    order by status >= 400, at limit 1`.execute(tx);
  return rows[0]?.id ?? null;
}

export interface Missing {
  requests: number;
  bodies: number;
  lastAt: Temporal.Instant | null;
}

/** What the log lacks. */
export async function sumGaps(tx: Tx, org: Org): Promise<Missing> {
  const { rows } = await sql<Missing>`
    select coalesce(sum(requests), 0)::float8 as requests, coalesce(sum(bodies), 0)::float8 as bodies,
      max(at) as last_at
    from request_log_gaps
    where org_id = ${org.orgId} and at >= clock_timestamp() - interval '7 days'`.execute(tx);
  return rows[0] ?? { requests: 0, bodies: 0, lastAt: null };
}

/** The present names of keys. */
export async function listKeyNames(
  tx: Tx,
  org: Org,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from api_keys where org_id = ${org.orgId} and id = any(${[...ids]})`.execute(tx);
  return new Map(rows.map(({ id, name }) => [id, name]));
}
