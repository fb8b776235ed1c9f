import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { getAlert, listIncidents } from '../../../api/generated/alerts-and-incidents.ts';
import { one, pages } from '../../../api/queries.ts';
import { loadMessages } from '../../../messages/catalogs.ts';
import { rootRoute } from '../root-route.tsx';

export const alertRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/alerts/$alertId',
  loader: ({ context, params }) =>
    Promise.all([
      loadMessages('alerts'),
      context.queries.ensureQueryData(one(getAlert, { alert_id: params.alertId })),
      // Above the back-test: what comes later would push it down.
      context.queries.prefetchInfiniteQuery(pages(listIncidents, { alert_id: params.alertId })),
    ]),
  component: lazyRouteComponent(() => import('../../screens/alerts/alert-detail.tsx'), 'AlertDetail'),
});
