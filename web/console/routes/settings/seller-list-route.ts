import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { listSellerEntities } from '../../../api/generated/seller-entities.ts';
import { pages } from '../../../api/queries.ts';
import { loadMessages } from '../../../messages/catalogs.ts';
import { searchOf } from '../../search.ts';
import { rootRoute } from '../root-route.tsx';

const search = searchOf('_search', '_sort');

export const sellerListRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/settings/sellers',
  validateSearch: search,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => {
    void context.queries.prefetchInfiniteQuery(pages(listSellerEntities, deps));
    return loadMessages('sellers');
  },
  component: lazyRouteComponent(() => import('../../screens/settings/seller-list.tsx'), 'SellerList'),
});
