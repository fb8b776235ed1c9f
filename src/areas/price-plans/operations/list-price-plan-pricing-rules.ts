import { Type } from 'typebox';
import { describeRule, listPricingRules, PricingRulePage } from '#areas/pricing-rules/index.ts';
import { operation } from '#platform/http/operation.ts';
import { getPlanVersion } from '../get-plan-version.ts';
import { planNotFound, planVersionNotFound } from '../problems.ts';
import { PricePlanParams, VersionText } from '../schema.ts';

export const listPricePlanPricingRules = operation({
  id: 'listPricePlanPricingRules',
  method: 'GET',
  route: '/v2/price_plans/{price_plan_id}/pricing_rules',
  scope: 'plans:read',
  summary: 'List the pricing rules of a version of a price plan',
  description: 'In-advance rules first, each timing in evaluation order. The list is complete.',
  request: { params: PricePlanParams, query: Type.Object({ version: Type.Optional(VersionText) }) },
  response: { status: 200, body: PricingRulePage },
  problems: [planNotFound, planVersionNotFound],
  async handle({ tx, org }, { params, query }) {
    const requested = { planId: params.price_plan_id, version: query.version };
    const { referenceId } = await getPlanVersion(tx, org, requested);
    return { data: (await listPricingRules(tx, org, referenceId)).map(describeRule) };
  },
});
