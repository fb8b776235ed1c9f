import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { getPricePlanV2, listPricePlanRateCards } from '../../../api/generated/price-plans.ts';
import { listUsageMeters } from '../../../api/generated/usage-meters.ts';
import { all, one } from '../../../api/queries.ts';
import { loadMessages } from '../../../messages/catalogs.ts';
import { searchOf } from '../../search.ts';
import { rootRoute } from '../root-route.tsx';

const search = searchOf('row', 'column', 'currency');

export const planMatrixRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/plans/$planId/matrix',
  validateSearch: search,
  loader: ({ context, params }) => {
    const input = { price_plan_id: params.planId };
    return Promise.all([
      ...(['priceMatrix', 'priceCurve'] as const).map(loadMessages),
      context.queries.ensureQueryData(one(getPricePlanV2, input)),
      context.queries.ensureQueryData(all(listPricePlanRateCards, input)),
      context.queries.ensureQueryData(all(listUsageMeters, { pageSize: 100 })),
    ]);
  },
  component: lazyRouteComponent(() => import('../../screens/plans/plan-matrix.tsx'), 'PlanMatrix'),
});
