import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';

/** The most forbidden requests of a key that are counted. */
const MAX_COUNTED = 1_000;

export async function listKeyUses(
  tx: Tx,
  org: Org,
  keyIds: readonly string[],
): Promise<{ keyId: string; lastUsedAt: Temporal.Instant }[]> {
  const rows = await tx
    .selectFrom('apiKeyUses')
    .select(['keyId', 'lastUsedAt'])
    .where('orgId', '=', org.orgId)
    .where('keyId', 'in', [...keyIds])
    .execute();
  return rows;
}

export interface LackedScope {
  keyId: string;
  scope: string;
  count: number;
  lastAt: Temporal.Instant;
  lastRequestId: string;
}

/** The scopes that the last forbidden requests of each key lacked, the last first. */
export async function listLackedScopes(tx: Tx, org: Org, keyIds: readonly string[]): Promise<LackedScope[]> {
  const { rows } = await sql<LackedScope>`
    select key.id as key_id, lacked.scope, lacked.count, lacked.last_at, lacked.last_request_id
    from unnest(${[...keyIds]}::text[]) as key (id),
    lateral (
      select scope, sum(stands_for)::float8 as count, max(at) as last_at,
        (array_agg(id order by at desc, id collate "C" desc))[1] as last_request_id
      from (
        select at, id, stands_for, lacked_scopes from logged_requests
        where org_id = ${org.orgId} and actor_id = key.id and lacked_scopes is not null
        order by at desc limit ${MAX_COUNTED}) as forbidden,
        unnest(forbidden.lacked_scopes) as scope
      group by scope order by max(at) desc limit 50) as lacked
    order by key.id collate "C", lacked.last_at desc`.execute(tx);
  return rows;
}
