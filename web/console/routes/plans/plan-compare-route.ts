import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { getPricePlanV2 } from '../../../api/generated/price-plans.ts';
import { one } from '../../../api/queries.ts';
import { loadMessages } from '../../../messages/catalogs.ts';
import { searchOf } from '../../search.ts';
import { rootRoute } from '../root-route.tsx';

const search = searchOf('a', 'b', 'simulation');

export const planCompareRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/plans/$planId/compare',
  validateSearch: search,
  loader: ({ context, params }) =>
    Promise.all([
      ...(['plans', 'planCompare', 'simulation'] as const).map(loadMessages),
      context.queries.ensureQueryData(one(getPricePlanV2, { price_plan_id: params.planId })),
    ]),
  component: lazyRouteComponent(() => import('../../screens/plans/plan-compare.tsx'), 'PlanCompare'),
});
