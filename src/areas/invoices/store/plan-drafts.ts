import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';

/** Counts no further than `limit`. */
export async function countPlanDrafts(
  tx: Tx,
  org: Org,
  { planId, limit }: { planId: string; limit: number },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from (
      select from invoices
      where org_id = ${org.orgId} and plan_id = ${planId} and status = 'DRAFT'
      limit ${limit}) counted`.execute(tx);
  return rows[0]?.count ?? 0;
}

/** A draft of a plan and the account that it is for. */
export interface PlanDraft {
  id: string;
  accountId: string;
  accountName: string | null;
  /** Whether its account has prices and rules of its own. */
  hasOwnPrices: boolean;
}

/** In the order of their ids, which begin with the time of creation. */
export async function listPlanDrafts(
  tx: Tx,
  org: Org,
  { planId, limit }: { planId: string; limit: number },
): Promise<PlanDraft[]> {
  const { rows } = await sql<PlanDraft>`
    select i.id, i.account_id, a.name as account_name,
      s.override_reference_id is not null as has_own_prices
    from invoices i
    left join accounts a on a.org_id = i.org_id and a.id = i.account_id
    left join schedules s on s.org_id = i.org_id and s.id = i.schedule_id
    where i.org_id = ${org.orgId} and i.plan_id = ${planId} and i.status = 'DRAFT'
    order by i.id limit ${limit}`.execute(tx);
  return rows;
}
