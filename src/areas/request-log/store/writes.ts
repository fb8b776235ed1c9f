import { sql } from 'kysely';
import { LOCK_CLASS } from '#platform/db/advisory-locks.ts';
import type { Tx, TxScope } from '#platform/db/database.ts';
import { json } from '#platform/db/json.ts';
import type { LoggedRequestsTable } from '../tables.ts';

export type NewRequest = Omit<LoggedRequestsTable, 'orgId' | 'statusText' | 'statusClass' | 'at'> & {
  /** ISO 8601 */
  at: string;
  /** The route, which is kept where a person was erased. */
  route: string;
};

/** What is written together for an organization. */
export interface Batch {
  requests: readonly NewRequest[];
  /** What the log lacks since the last batch. */
  missing: { requests: number; bodies: number };
  /** Keys with the last minute in which each was used. */
  uses: readonly { keyId: string; lastUsedAt: string }[];
}

/**
 * The scope of a transaction that writes the log: an erasure that reads it takes the same lock alone, and
 * afterwards finds every request that was written before it.
 */
export function writing(orgId: number): TxScope {
  return { orgId, access: 'write', lock: { lockClass: LOCK_CLASS.requestLog, mode: 'shared' } };
}

/** Writes a batch; requests from before the last erasure without anything that can name a person. */
export async function writeBatch(tx: Tx, orgId: number, { requests, missing, uses }: Batch): Promise<void> {
  if (requests.length > 0) await insertRequests(tx, orgId, requests);
  if (missing.requests > 0 || missing.bodies > 0)
    await sql`
      insert into request_log_gaps (org_id, at, requests, bodies)
      values (${orgId}, date_trunc('minute', clock_timestamp()), ${missing.requests}, ${missing.bodies})
      on conflict (org_id, at) do update set requests = request_log_gaps.requests + excluded.requests,
        bodies = request_log_gaps.bodies + excluded.bodies`.execute(tx);
  // In the order of the key, so that two processes never wait for each other.
  if (uses.length > 0)
    await sql`
      insert into api_key_uses (org_id, key_id, last_used_at)
      select ${orgId}, u."keyId", u."lastUsedAt"
      from json_to_recordset(${json(uses)}::json) as u ("keyId" text, "lastUsedAt" timestamptz)
      order by u."keyId"
      on conflict (org_id, key_id) do update set last_used_at = excluded.last_used_at
      where api_key_uses.last_used_at < excluded.last_used_at`.execute(tx);
}

async function insertRequests(tx: Tx, orgId: number, requests: readonly NewRequest[]): Promise<void> {
  await sql`
    insert into logged_requests (org_id, id, at, method, path, query, operation_id, status, error_code,
      lacked_scopes, duration_ms, request_id, actor_type, actor_id, actor_name, idempotency_key, is_replay,
      stands_for, request_headers, response_headers, request_size, response_size, request_body,
      response_body, is_request_cut, is_response_cut, bodies)
    select ${orgId}, r.id, r.at, r.method, case when e.is_before then r.route else r.path end,
      case when not e.is_before then r.query end, r."operationId", r.status, r."errorCode",
      r."lackedScopes", r."durationMs", case when e.is_before then r.id else r."requestId" end,
      r."actorType", r."actorId", r."actorName",
      case when not e.is_before then r."idempotencyKey" end, r."isReplay", r."standsFor",
      case when e.is_before then '{}' else r."requestHeaders" end,
      case when e.is_before then '{}' else r."responseHeaders" end, r."requestSize", r."responseSize",
      case when not e.is_before then r."requestBody" end,
      case when not e.is_before then r."responseBody" end,
      r."isRequestCut", r."isResponseCut", case when e.is_before then 'ERASED' else r.bodies end
    from json_to_recordset(${json(requests)}::json) as r (id text, at timestamptz, method text, path text,
      route text, query text, "operationId" text, status smallint, "errorCode" text, "lackedScopes" text[],
      "durationMs" integer, "requestId" text, "actorType" text, "actorId" text, "actorName" text,
      "idempotencyKey" text, "isReplay" boolean, "standsFor" integer, "requestHeaders" jsonb,
      "responseHeaders" jsonb, "requestSize" integer, "responseSize" integer, "requestBody" text,
      "responseBody" text, "isRequestCut" boolean, "isResponseCut" boolean, bodies text),
    lateral (select exists (select from request_log_erasures
      where org_id = ${orgId} and erased_at >= r.at) as is_before) as e
    on conflict (org_id, id) do nothing`.execute(tx);
}

/** Deletes up to `limit` requests, or what was said about gaps, from before a time; returns their number. */
export async function deleteOld(
  tx: Tx,
  orgId: number,
  { table, days, limit }: { table: 'logged_requests' | 'request_log_gaps'; days: number; limit: number },
): Promise<number> {
  const result = await sql`
    delete from ${sql.table(table)} where ctid = any(array(
      select ctid from ${sql.table(table)}
      where org_id = ${orgId} and at < clock_timestamp() - make_interval(days => ${days})
      order by at limit ${limit}))`.execute(tx);
  return Number(result.numAffectedRows ?? 0);
}
