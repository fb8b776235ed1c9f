import { archivePlan, lockOpenPlan, planArchived, planNotFound } from '#areas/price-plans/index.ts';
import { SUPERSEDED } from '#platform/http/deprecation.ts';
import { operation } from '#platform/http/operation.ts';
import { Success } from '#platform/http/schemas.ts';
import { planScheduled } from '../problems.ts';
import { PricePlanParams } from '../schema.ts';
import { findScheduledAccount } from '../store/plans.ts';

export const archivePricePlan = operation({
  id: 'archivePricePlan',
  method: 'DELETE',
  route: '/price_plans/{price_plan_id}',
  scope: 'plans:write',
  summary: 'Archive a price plan',
  description: 'Refused while it prices an account now or later. Its name stays taken.',
  deprecated: SUPERSEDED,
  request: { params: PricePlanParams },
  response: { status: 200, body: Success },
  problems: [planNotFound, planArchived, planScheduled],
  async handle({ tx, org, now }, { params }) {
    const id = params.price_plan_id;
    // Who puts an account on the plan keeps it from being locked until the schedule is there to be seen.
    await lockOpenPlan(tx, org, id);
    const accountId = await findScheduledAccount(tx, org, { planId: id, now });
    if (accountId !== null) throw planScheduled({ id, accountId });
    await archivePlan(tx, org, { id, now });
    return { success: true };
  },
});
