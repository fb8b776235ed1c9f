import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { getPricePlanV2 } from '../../../api/generated/price-plans.ts';
import { one } from '../../../api/queries.ts';
import { loadMessages } from '../../../messages/catalogs.ts';
import { rootRoute } from '../root-route.tsx';

export const planTermsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/plans/$planId/terms',
  loader: ({ context, params }) =>
    Promise.all([
      loadMessages('planForm'),
      context.queries.ensureQueryData(one(getPricePlanV2, { price_plan_id: params.planId })),
    ]),
  component: lazyRouteComponent(() => import('../../screens/plans/plan-terms.tsx'), 'PlanTerms'),
});
