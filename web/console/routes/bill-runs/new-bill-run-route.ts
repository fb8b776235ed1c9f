import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { listBillRuns } from '../../../api/generated/draft-reviews.ts';
import { pages } from '../../../api/queries.ts';
import { loadMessages } from '../../../messages/catalogs.ts';
import { searchOf } from '../../search.ts';
import { rootRoute } from '../root-route.tsx';

const search = searchOf('customer', 'account', 'plan', 'from', 'until');

export const newBillRunRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/bill-runs/new',
  validateSearch: search,
  // The outlook stands above the form: it must not push the form down when it arrives.
  loader: ({ context }) =>
    Promise.all([loadMessages('billRuns'), context.queries.prefetchInfiniteQuery(pages(listBillRuns, {}))]),
  component: lazyRouteComponent(() => import('../../screens/bill-runs/new-bill-run.tsx'), 'NewBillRun'),
});
