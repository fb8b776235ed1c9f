import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { getAddOn } from '../../../api/generated/add-ons.ts';
import { listCatalogUses } from '../../../api/generated/price-plans.ts';
import { one } from '../../../api/queries.ts';
import { loadMessages } from '../../../messages/catalogs.ts';
import { loadWaiting } from '../../../parts/waiting/waiting-query.ts';
import { rootRoute } from '../root-route.tsx';

export const addOnRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/addons/$addOnId',
  loader: ({ context, params }) =>
    Promise.all([
      loadWaiting(context, params.addOnId),
      ...(['addons', 'usedBy'] as const).map(loadMessages),
      context.queries.prefetchQuery(one(listCatalogUses, { type: 'ADD_ON', id: params.addOnId })),
      context.queries.ensureQueryData(one(getAddOn, { addon_id: params.addOnId })),
    ]),
  component: lazyRouteComponent(() => import('../../screens/addons/add-on-detail.tsx'), 'AddOnDetail'),
});
