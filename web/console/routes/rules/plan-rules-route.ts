import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { getPricePlanV2, listPricePlanPricingRules } from '../../../api/generated/price-plans.ts';
import { one } from '../../../api/queries.ts';
import { loadMessages } from '../../../messages/catalogs.ts';
import { rootRoute } from '../root-route.tsx';

export const planRulesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/rules/$planId',
  loader: ({ context, params }) => {
    const input = { price_plan_id: params.planId };
    return Promise.all([
      ...(['rules', 'plans'] as const).map(loadMessages),
      context.queries.ensureQueryData(one(getPricePlanV2, input)),
      context.queries.ensureQueryData(one(listPricePlanPricingRules, input)),
    ]);
  },
  component: lazyRouteComponent(() => import('../../screens/rules/plan-rules.tsx'), 'PlanRules'),
});
