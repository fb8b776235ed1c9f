import {
  describeRule,
  PricingRulePage,
  readPricingRules,
  replacePricingRules,
  ruleInvalid,
} from '#areas/pricing-rules/index.ts';
import { operation } from '#platform/http/operation.ts';
import { openDraft } from '../open-draft.ts';
import { UpdatePlanRulesRequest } from '../plan-rule-schema.ts';
import { planArchived, planNotFound } from '../problems.ts';
import { PricePlanParams } from '../schema.ts';
import { updateVersion } from '../store/versions.ts';

export const updatePricePlanPricingRules = operation({
  id: 'updatePricePlanPricingRules',
  method: 'PUT',
  route: '/v2/price_plans/{price_plan_id}/pricing_rules',
  scope: 'plans:write',
  summary: 'Replace the pricing rules of the draft',
  description:
    'The sent list replaces the whole list. On a plan without a draft, it creates the next version as a ' +
    'copy of the active one. A rule with an existing name keeps its id. Rule targets are ' +
    'checked when the draft is finalized; GET …/errors lists errors before that.',
  request: { params: PricePlanParams, body: UpdatePlanRulesRequest },
  response: { status: 200, body: PricingRulePage },
  problems: [planNotFound, planArchived, ruleInvalid],
  async handle({ tx, org, now }, { params, body }) {
    const rules = await readPricingRules(body.pricingRules ?? [], 'pricingRules');
    const { expectedUpdatedAt } = body;
    const draft = await openDraft(tx, org, { planId: params.price_plan_id, now, expectedUpdatedAt });
    const saved = await replacePricingRules(tx, org, { referenceId: draft.referenceId, rules, now });
    await updateVersion(tx, org, { version: draft, now, set: {} });
    return { data: saved.map(describeRule) };
  },
});
