import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { listUnitCosts } from '../../../api/generated/usage-meters.ts';
import { pages } from '../../../api/queries.ts';
import { loadMessages } from '../../../messages/catalogs.ts';
import { searchOf } from '../../search.ts';
import { rootRoute } from '../root-route.tsx';

const search = searchOf('status', '_search', '_sort');

export const unitCostListRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/meters/costs',
  validateSearch: search,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => {
    void context.queries.prefetchInfiniteQuery(pages(listUnitCosts, deps));
    return loadMessages('unitCosts');
  },
  component: lazyRouteComponent(() => import('../../screens/meters/unit-cost-list.tsx'), 'UnitCostList'),
});
