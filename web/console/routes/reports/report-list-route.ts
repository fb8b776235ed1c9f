import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { listReports } from '../../../api/generated/reports.ts';
import { pages } from '../../../api/queries.ts';
import { loadMessages } from '../../../messages/catalogs.ts';
import { searchOf } from '../../search.ts';
import { rootRoute } from '../root-route.tsx';

const search = searchOf('account_id');

export const reportListRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/reports',
  validateSearch: search,
  loaderDeps: ({ search }) => search,
  loader: async ({ context, deps }) => {
    void context.queries.prefetchInfiniteQuery(pages(listReports, deps));
    await Promise.all([loadMessages('reports')]);
  },
  component: lazyRouteComponent(() => import('../../screens/reports/report-list.tsx'), 'ReportList'),
});
