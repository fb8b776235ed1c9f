import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { planArchived, planNotFound } from './problems.ts';
import { lockPlan, type PlanRow } from './store/plans.ts';

/** Locks a plan for a change. Raises a problem if it does not exist or is archived. */
export async function lockOpenPlan(tx: Tx, org: Org, id: string): Promise<PlanRow> {
  const plan = await lockPlan(tx, org, id);
  if (!plan) throw planNotFound({ id });
  if (plan.status === 'ARCHIVED') throw planArchived({ id });
  return plan;
}
