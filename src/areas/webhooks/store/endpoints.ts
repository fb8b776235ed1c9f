import { type Selectable, sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import { json } from '#platform/db/json.ts';
import { findPage } from '#platform/db/page.ts';
import type { ListSpec, PageRequest } from '#platform/http/list.ts';
import { NEWEST_FIRST } from '#platform/http/list-orders.ts';
import type { Org } from '#platform/http/operation.ts';
import type { WebhookEndpointsTable } from '../tables.ts';

export type EndpointRow = Selectable<WebhookEndpointsTable>;

export const endpointList: ListSpec = {
  maxPageSize: 100,
  defaultPageSize: 20,
  filters: { status: { column: 'status', kind: 'enum', values: ['ACTIVE', 'DISABLED'] } },
  searchable: { url: 'url', description: 'description' },
  ...NEWEST_FIRST,
};

export function insertEndpoint(
  tx: Tx,
  row: Omit<EndpointRow, 'rowVersion' | 'subscribedSince' | 'createdAt' | 'updatedAt' | 'failingSince'> & {
    now: Temporal.Instant;
  },
): Promise<EndpointRow> {
  const { now, secrets, ...rest } = row;
  const times = { createdAt: now, updatedAt: now, failingSince: null };
  const values = { ...rest, ...times, secrets: json(secrets) };
  return tx.insertInto('webhookEndpoints').values(values).returningAll().executeTakeFirstOrThrow();
}

export async function findEndpoint(tx: Tx, org: Org, id: string): Promise<EndpointRow | null> {
  return (await endpoints(tx, org).where('id', '=', id).executeTakeFirst()) ?? null;
}

export async function lockEndpoint(tx: Tx, org: Org, id: string): Promise<EndpointRow | null> {
  return (await endpoints(tx, org).where('id', '=', id).forUpdate().executeTakeFirst()) ?? null;
}

export function listEndpoints(tx: Tx, org: Org, page: PageRequest) {
  return findPage({ tx, parameters: [org.orgId], build: () => endpoints(tx, org) }, page);
}

/** The oldest chat webhook of a URL. */
export async function findChat(tx: Tx, org: Org, url: string): Promise<EndpointRow | null> {
  const query = endpoints(tx, org).where('format', '=', 'CHAT').where('url', '=', url);
  return (await query.orderBy('createdAt').orderBy('id').limit(1).executeTakeFirst()) ?? null;
}

/** The caller has locked the endpoint. */
export function updateEndpoint(
  tx: Tx,
  org: Org,
  change: {
    id: string;
    now: Temporal.Instant;
    set: Partial<Omit<EndpointRow, 'orgId' | 'id' | 'createdAt' | 'updatedAt' | 'rowVersion'>>;
  },
): Promise<EndpointRow> {
  const { secrets, ...set } = change.set;
  return tx
    .updateTable('webhookEndpoints')
    .set({ ...set, ...(secrets && { secrets: json(secrets) }), updatedAt: change.now })
    .set((eb) => ({ rowVersion: eb('rowVersion', '+', 1) }))
    .where('orgId', '=', org.orgId)
    .where('id', '=', change.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Deletes its deliveries too. */
export async function deleteEndpoint(tx: Tx, org: Org, id: string): Promise<boolean> {
  const result = await tx
    .deleteFrom('webhookEndpoints')
    .where('orgId', '=', org.orgId)
    .where('id', '=', id)
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}

/** The number of endpoints of an organization. */
export async function countEndpoints(tx: Tx, org: Org): Promise<number> {
  const { count } = await tx
    .selectFrom('webhookEndpoints')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('orgId', '=', org.orgId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

function endpoints(tx: Tx, org: Org) {
  return tx.selectFrom('webhookEndpoints').selectAll().where('orgId', '=', org.orgId);
}

/** Ends runs of failures: the receivers could not be reached because nobody called them. */
export async function restartFailing(tx: Tx, org: Org): Promise<void> {
  await sql`
    update webhook_endpoints set failing_since = null
    where org_id = ${org.orgId} and failing_since is not null`.execute(tx);
}
