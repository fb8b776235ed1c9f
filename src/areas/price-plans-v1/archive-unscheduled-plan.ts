import { archivePlan, lockOpenPlan } from '#areas/price-plans/index.ts';
import type { Context } from '#platform/http/operation.ts';
import { planScheduled } from './problems.ts';
import { findScheduledAccount } from './store/plans.ts';

/**
 * Raises `planNotFound`, `planArchived`, or `planScheduled` while the plan prices an account now or later.
 */
export async function archiveUnscheduledPlan(
  { tx, org, now }: Pick<Context, 'tx' | 'org' | 'now'>,
  id: string,
): Promise<void> {
  // Associating an account with the plan blocks this lock until the new schedule is visible.
  await lockOpenPlan(tx, org, id);
  const accountId = await findScheduledAccount(tx, org, { planId: id, now });
  if (accountId !== null) throw planScheduled({ id, accountId });
  await archivePlan(tx, org, { id, now });
}
