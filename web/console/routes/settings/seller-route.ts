import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { getSellerEntity } from '../../../api/generated/seller-entities.ts';
import { one } from '../../../api/queries.ts';
import { loadMessages } from '../../../messages/catalogs.ts';
import { rootRoute } from '../root-route.tsx';

export const sellerRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/settings/sellers/$sellerId',
  loader: ({ context, params }) =>
    Promise.all([
      loadMessages('sellers'),
      loadMessages('organization'),
      context.queries.ensureQueryData(one(getSellerEntity, { seller_entity_id: params.sellerId })),
    ]),
  component: lazyRouteComponent(() => import('../../screens/settings/seller-detail.tsx'), 'SellerDetail'),
});
