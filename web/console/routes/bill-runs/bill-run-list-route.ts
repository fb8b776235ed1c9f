import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { listBillRuns } from '../../../api/generated/draft-reviews.ts';
import { pages } from '../../../api/queries.ts';
import { loadMessages } from '../../../messages/catalogs.ts';
import { searchOf } from '../../search.ts';
import { rootRoute } from '../root-route.tsx';

const search = searchOf('status');

export const billRunListRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/bill-runs',
  validateSearch: search,
  loaderDeps: ({ search }) => search,
  loader: async ({ context, deps }) => {
    void context.queries.prefetchInfiniteQuery(pages(listBillRuns, deps));
    await Promise.all((['billRuns', 'jobs'] as const).map(loadMessages));
  },
  component: lazyRouteComponent(() => import('../../screens/bill-runs/bill-run-list.tsx'), 'BillRunList'),
});
