import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { planArchived, planNotFound } from './problems.ts';
import { lockPlan, type PlanRow } from './store/plans.ts';

/** For a change: the plan, locked and not archived, or the problem that says why not. */
export async function lockOpenPlan(tx: Tx, org: Org, id: string): Promise<PlanRow> {
  const plan = await lockPlan(tx, org, id);
  if (!plan) throw planNotFound({ id });
  if (plan.status === 'ARCHIVED') throw planArchived({ id });
  return plan;
}
