import { operation } from '#platform/http/operation.ts';
import { PlanRulePage } from '../plan-rule-schema.ts';
import { listPlanRules, ruleList } from '../store/rules.ts';

export const listPricingRules = operation({
  id: 'listPricingRules',
  method: 'GET',
  route: '/ext/v1/pricing_rules',
  scope: 'plans:read',
  summary: 'List the pricing rules of all price plans',
  description:
    'Each rule of a plan that is not archived once: as the draft of the plan has it, else as its newest ' +
    'active version does. `state` compares the two versions. Rules of account schedules are not listed.',
  response: { status: 200, body: PlanRulePage },
  list: ruleList,
  async handle({ tx, org }, { page }) {
    const { rows, nextToken } = await listPlanRules(tx, org, page);
    return { data: rows, nextToken };
  },
});
