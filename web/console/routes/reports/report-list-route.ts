import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { listReports, listReportTemplates } from '../../../api/generated/reports.ts';
import { one, pages } from '../../../api/queries.ts';
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
    // Above the list: what comes later would push it down.
    const templates = context.queries.ensureQueryData(one(listReportTemplates, { pageSize: 100 }));
    await Promise.all([loadMessages('reports'), templates]);
  },
  component: lazyRouteComponent(() => import('../../screens/reports/report-list.tsx'), 'ReportList'),
});
