import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { getReport } from '../../../api/generated/reports.ts';
import { one } from '../../../api/queries.ts';
import { loadMessages } from '../../../messages/catalogs.ts';
import { loadWaiting } from '../../../parts/waiting/waiting-query.ts';
import { rootRoute } from '../root-route.tsx';

export const reportRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/reports/$reportId',
  loader: ({ context, params }) =>
    Promise.all([
      loadWaiting(context, params.reportId),
      loadMessages('reports'),
      context.queries.ensureQueryData(one(getReport, { report_id: params.reportId })),
    ]),
  component: lazyRouteComponent(() => import('../../screens/reports/report-detail.tsx'), 'ReportDetail'),
});
