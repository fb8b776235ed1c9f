import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';

/** The version of a plan that new accounts got at an instant; null if none was active yet. */
export async function findVersionInForce(
  tx: Tx,
  org: Org,
  wanted: { planId: string; at: Temporal.Instant },
): Promise<number | null> {
  const { rows } = await sql<{ version: number }>`
    select version from price_plan_versions
    where org_id = ${org.orgId} and plan_id = ${wanted.planId} and status = 'ACTIVE'
      and finalized_at <= ${wanted.at}
    order by version desc limit 1`.execute(tx);
  return rows[0]?.version ?? null;
}
