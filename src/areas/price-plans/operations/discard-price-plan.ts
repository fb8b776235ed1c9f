import { deletePricingRules } from '#areas/pricing-rules/index.ts';
import { operation } from '#platform/http/operation.ts';
import { Success } from '#platform/http/schemas.ts';
import { lockOpenPlan } from '../lock-open-plan.ts';
import { planArchived, planHasNoDraft, planNotFound } from '../problems.ts';
import { PricePlanParams } from '../schema.ts';
import { deletePlan } from '../store/plans.ts';
import { deleteRateCards } from '../store/rate-cards.ts';
import { deleteVersion, findPlanVersion } from '../store/versions.ts';

export const discardPricePlan = operation({
  id: 'discardPricePlan',
  method: 'DELETE',
  route: '/v2/price_plans/{price_plan_id}/discard',
  scope: 'plans:write',
  summary: 'Discard the draft of a price plan',
  description: 'Deletes a plan that was never active together with its draft, and releases its name.',
  request: { params: PricePlanParams },
  response: { status: 200, body: Success },
  problems: [planNotFound, planArchived, planHasNoDraft],
  async handle({ tx, org }, { params }) {
    const id = params.price_plan_id;
    await lockOpenPlan(tx, org, id);
    const draft = await findPlanVersion(tx, org, { planId: id, version: 'LATEST' });
    if (draft?.status !== 'DRAFT') throw planHasNoDraft({ id });
    await deleteRateCards(tx, org, { referenceId: draft.referenceId });
    await deletePricingRules(tx, org, draft.referenceId);
    await (draft.version === 1 ? deletePlan(tx, org, id) : deleteVersion(tx, org, draft));
    return { success: true };
  },
});
