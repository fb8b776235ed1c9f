import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { listAddOns } from '../../../api/generated/add-ons.ts';
import { pages } from '../../../api/queries.ts';
import { loadMessages } from '../../../messages/catalogs.ts';
import { searchOf } from '../../search.ts';
import { rootRoute } from '../root-route.tsx';

const search = searchOf('status', 'type', '_search', '_sort');

export const addOnListRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/addons',
  validateSearch: search,
  loaderDeps: ({ search }) => search,
  loader: async ({ context, deps }) => {
    void context.queries.prefetchInfiniteQuery(pages(listAddOns, deps));
    await loadMessages('addons');
  },
  component: lazyRouteComponent(() => import('../../screens/addons/add-on-list.tsx'), 'AddOnList'),
});
