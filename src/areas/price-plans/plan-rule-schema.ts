import { Type } from 'typebox';
import { PricingRule, UpdatePricingRulesRequest } from '#areas/pricing-rules/index.ts';
import { Closed, Enum, PageOf } from '#platform/http/schemas.ts';
import { ExpectedUpdatedAt } from './expected-updated-at.ts';
import { RULE_STATES } from './store/rules.ts';

export const UpdatePlanRulesRequest = Closed(
  { ...UpdatePricingRulesRequest.properties, expectedUpdatedAt: ExpectedUpdatedAt },
  { component: 'UpdatePlanPricingRulesRequest' },
);

const PlanRule = Closed(
  {
    ...PricingRule.properties,
    pricePlanId: Type.String(),
    pricePlanName: Type.String(),
    planVersion: Type.Integer({ description: 'The version of the plan that the members are read from' }),
    state: Enum(RULE_STATES, {
      description:
        'IN_FORCE: in the active version, and unchanged in a draft. NEW and CHANGED: in the draft. ' +
        'REMOVED: in the active version, but no longer in the draft',
    }),
  },
  { component: 'PlanPricingRule' },
);

export const PlanRulePage = PageOf(PlanRule);
