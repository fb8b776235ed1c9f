import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { getPricePlanV2, listPricePlanRateCards } from '../../../api/generated/price-plans.ts';
import { all, one } from '../../../api/queries.ts';
import { loadMessages } from '../../../messages/catalogs.ts';
import { searchOf } from '../../search.ts';
import { rootRoute } from '../root-route.tsx';

const search = searchOf('name', 'type', 'focus');

export const cardRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/plans/$planId/card',
  validateSearch: search,
  loader: ({ context, params }) => {
    const input = { price_plan_id: params.planId };
    return Promise.all([
      ...(['plans', 'cardForm', 'priceCurve'] as const).map(loadMessages),
      context.queries.ensureQueryData(one(getPricePlanV2, input)),
      context.queries.ensureQueryData(all(listPricePlanRateCards, input)),
    ]);
  },
  component: lazyRouteComponent(() => import('../../screens/plans/card-editor.tsx'), 'CardEditor'),
});
