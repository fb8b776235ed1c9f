import { planArchived, planNotFound } from '#areas/price-plans/index.ts';
import { SUPERSEDED } from '#platform/http/deprecation.ts';
import { operation } from '#platform/http/operation.ts';
import { Success } from '#platform/http/schemas.ts';
import { archiveUnscheduledPlan } from '../archive-unscheduled-plan.ts';
import { planScheduled } from '../problems.ts';
import { PricePlanParams } from '../schema.ts';

export const archivePricePlan = operation({
  id: 'archivePricePlan',
  method: 'DELETE',
  route: '/price_plans/{price_plan_id}',
  scope: 'plans:write',
  summary: 'Archive a price plan',
  description: 'Rejected while it prices an account now or later. Its name stays reserved.',
  deprecated: { ...SUPERSEDED, successor: 'DELETE /ext/v1/price_plans/{price_plan_id}' },
  request: { params: PricePlanParams },
  response: { status: 200, body: Success },
  problems: [planNotFound, planArchived, planScheduled],
  deletes: 'price_plan',
  async handle(context, { params }) {
    await archiveUnscheduledPlan(context, params.price_plan_id);
    return { success: true };
  },
});
