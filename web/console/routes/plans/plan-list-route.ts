import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { listPricePlansV2 } from '../../../api/generated/price-plans.ts';
import { pages } from '../../../api/queries.ts';
import { loadMessages } from '../../../messages/catalogs.ts';
import { searchOf } from '../../search.ts';
import { rootRoute } from '../root-route.tsx';

const search = searchOf('status', 'type', '_search', '_sort');

export const planListRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/plans',
  validateSearch: search,
  loaderDeps: ({ search }) => search,
  loader: async ({ context, deps }) => {
    void context.queries.prefetchInfiniteQuery(pages(listPricePlansV2, deps));
    await Promise.all([loadMessages('plans')]);
  },
  component: lazyRouteComponent(() => import('../../screens/plans/plan-list.tsx'), 'PlanList'),
});
