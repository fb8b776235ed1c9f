import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import {
  getPricePlanV2,
  listPricePlanErrors,
  listPricePlanRateCards,
} from '../../../api/generated/price-plans.ts';
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
  loaderDeps: ({ search: { version } }) => ({ version }),
  loader: ({ context, params, deps: { version } }) => {
    const { queries } = context;
    const input = { price_plan_id: params.planId, ...(version && { version }) };
    return Promise.all([
      loadWaiting(context, params.planId),
      loadMessages('plans'),
      ...(['priceCurve', 'priceMatrix'] as const).map(loadMessages),
      queries.prefetchQuery(all(listPricePlanRateCards, input)),
      // Errors of a draft stand above its cards; the table of prices below them reads the meters later.
      queries
        .ensureQueryData(one(getPricePlanV2, input))
        .then(({ status }) =>
          status === 'DRAFT'
            ? queries.prefetchQuery(one(listPricePlanErrors, { price_plan_id: params.planId }))
            : undefined,
        ),
    ]);
  },
  component: lazyRouteComponent(() => import('../../screens/plans/plan-detail.tsx'), 'PlanDetail'),
});
