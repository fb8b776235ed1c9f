import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { getPricePlanV2 } from '../../../api/generated/price-plans.ts';
import { one } from '../../../api/queries.ts';
import { loadMessages } from '../../../messages/catalogs.ts';
import { searchOf } from '../../search.ts';
import { rootRoute } from '../root-route.tsx';

const search = searchOf('version', 'currency');

export const planRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/plans/$planId',
  validateSearch: search,
  loader: ({ context, params }) =>
    Promise.all([
      loadMessages('plans'),
      loadMessages('priceCurve'),
      context.queries.ensureQueryData(one(getPricePlanV2, { price_plan_id: params.planId })),
    ]),
  component: lazyRouteComponent(() => import('../../screens/plans/plan-detail.tsx'), 'PlanDetail'),
});
