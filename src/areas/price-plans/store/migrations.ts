import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';

interface Source {
  planId: string;
  versions: readonly number[];
  now: Temporal.Instant;
}

/** Accounts that versions of a plan price now or later, by id. */
export async function listScheduledAccounts(
  tx: Tx,
  org: Org,
  { planId, versions, now }: Source,
): Promise<string[]> {
  const { rows } = await sql<{ accountId: string }>`
    select account_id from schedules
    where org_id = ${org.orgId} and mode = 'ACTIVE' and plan_id = ${planId}
      and plan_version = any(${versions}) and (end_at is null or end_at > ${now})
    group by account_id order by account_id collate "C"`.execute(tx);
  return rows.map(({ accountId }) => accountId);
}

/** Active versions of a plan before another one, newest first. */
export async function listOlderVersions(
  tx: Tx,
  org: Org,
  { planId, version }: { planId: string; version: number },
): Promise<number[]> {
  const { rows } = await sql<{ version: number }>`
    select version from price_plan_versions
    where org_id = ${org.orgId} and plan_id = ${planId} and status = 'ACTIVE' and version < ${version}
    order by version desc`.execute(tx);
  return rows.map((row) => row.version);
}
