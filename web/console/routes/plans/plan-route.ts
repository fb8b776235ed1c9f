import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { getPricePlanV2, listPricePlanErrors } from '../../../api/generated/price-plans.ts';
import { listUsageMeters } from '../../../api/generated/usage-meters.ts';
import { all, one } from '../../../api/queries.ts';
import { loadMessages } from '../../../messages/catalogs.ts';
import { loadWaiting } from '../../../parts/waiting/waiting-query.ts';
import { searchOf } from '../../search.ts';
import { rootRoute } from '../root-route.tsx';

const search = searchOf('version', 'currency');

export const planRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/plans/$planId',
  validateSearch: search,
  loader: ({ context, params }) =>
    Promise.all([
      loadWaiting(context, params.planId),
      loadMessages('plans'),
      ...(['priceCurve', 'priceMatrix'] as const).map(loadMessages),
      // The table of prices needs what the meters filter; without the right to read them there is none.
      context.queries.prefetchQuery(all(listUsageMeters, { pageSize: 100 })),
      // Errors of a draft stand above its cards.
      context.queries
        .ensureQueryData(one(getPricePlanV2, { price_plan_id: params.planId }))
        .then(({ status }) =>
          status === 'DRAFT'
            ? context.queries.prefetchQuery(one(listPricePlanErrors, { price_plan_id: params.planId }))
            : undefined,
        ),
    ]),
  component: lazyRouteComponent(() => import('../../screens/plans/plan-detail.tsx'), 'PlanDetail'),
});
