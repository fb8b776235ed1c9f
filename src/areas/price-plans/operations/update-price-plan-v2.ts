import { operation } from '#platform/http/operation.ts';
import { openDraft } from '../open-draft.ts';
import {
  currencyUnknown,
  cycleConfigInvalid,
  planArchived,
  planNotFound,
  purchasePlanHasNoCycle,
} from '../problems.ts';
import { checkCurrencies, describePlan, readCycleConfig } from '../rules.ts';
import { PricePlanParams, PricePlanV2, UpdatePricePlanV2Request } from '../schema.ts';
import { updateVersion } from '../store/versions.ts';

export const updatePricePlanV2 = operation({
  id: 'updatePricePlanV2',
  method: 'PATCH',
  route: '/v2/price_plans/{price_plan_id}',
  scope: 'plans:write',
  summary: 'Change the draft of a price plan',
  description: 'On a plan without a draft, creates the next version as a copy of the active one.',
  request: { params: PricePlanParams, body: UpdatePricePlanV2Request },
  response: { status: 200, body: PricePlanV2 },
  problems: [planNotFound, planArchived, currencyUnknown, cycleConfigInvalid, purchasePlanHasNoCycle],
  async handle({ tx, org, now }, { params, body }) {
    const { description, pricingCycleConfig: cycle, supportedCurrencies } = body;
    if (supportedCurrencies) checkCurrencies(supportedCurrencies);
    const { expectedUpdatedAt } = body;
    const draft = await openDraft(tx, org, { planId: params.price_plan_id, now, expectedUpdatedAt });
    if (draft.type === 'PURCHASE' && cycle) throw purchasePlanHasNoCycle();
    const set = {
      ...(description !== undefined && { description }),
      ...(cycle && { pricingCycleConfig: readCycleConfig(cycle) }),
      ...(supportedCurrencies && { supportedCurrencies }),
    };
    const updatedAt = await updateVersion(tx, org, { version: draft, now, set });
    return describePlan({ ...draft, ...set, updatedAt });
  },
});
