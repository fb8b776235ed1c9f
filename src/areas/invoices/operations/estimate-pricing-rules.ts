import { findPlanVersion, planNotFound } from '#areas/price-plans/index.ts';
import { readPricingRules, ruleInvalid } from '#areas/pricing-rules/index.ts';
import { operation } from '#platform/http/operation.ts';
import { estimateRules } from '../rule-preview/estimate-rules.ts';
import { EstimateRulesRequest, RulesEstimate } from '../rule-preview/schema.ts';

export const estimatePricingRules = operation({
  id: 'estimatePricingRules',
  method: 'POST',
  route: '/ext/v1/pricing_rules/estimate',
  scope: 'invoices:read',
  summary: 'Estimate how many drafts pricing rules would change',
  description:
    'Evaluates the sent rules on at most 50 drafts of a plan, of any version, as they are now. ' +
    'Changes nothing.',
  request: { body: EstimateRulesRequest },
  response: { status: 200, body: RulesEstimate },
  problems: [planNotFound, ruleInvalid],
  isRead: true,
  async handle({ tx, org, now }, { body }) {
    const { pricePlanId: planId } = body;
    const rules = await readPricingRules(body.pricingRules, 'pricingRules');
    if (!(await findPlanVersion(tx, org, { planId, version: 'LATEST' }))) throw planNotFound({ id: planId });
    return estimateRules(tx, org, { planId, rules, now });
  },
});
