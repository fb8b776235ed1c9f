import type { QueryClient } from '@tanstack/react-query';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { getAlert, listIncidents } from '../../../api/generated/alerts-and-incidents.ts';
import type { Alert } from '../../../api/generated/types.ts';
import { getUsageMeter } from '../../../api/generated/usage-meters.ts';
import { one, pages } from '../../../api/queries.ts';
import { loadMessages } from '../../../messages/catalogs.ts';
import { rootRoute } from '../root-route.tsx';

export const alertRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/alerts/$alertId',
  loader: ({ context, params }) =>
    Promise.all([
      loadMessages('alerts'),
      context.queries
        .ensureQueryData(one(getAlert, { alert_id: params.alertId }))
        .then((alert) => loadMeter(context.queries, alert)),
      // Above the back-test: what comes later would push it down.
      context.queries.prefetchInfiniteQuery(pages(listIncidents, { alert_id: params.alertId })),
    ]),
  component: lazyRouteComponent(() => import('../../screens/alerts/alert-detail.tsx'), 'AlertDetail'),
});

/** Without permission, or if it is gone, the page shows its id; that of the account until it is read. */
async function loadMeter(queries: QueryClient, { entityDetails: { usageMeterId } }: Alert): Promise<void> {
  if (usageMeterId) await queries.prefetchQuery(one(getUsageMeter, { usage_meter_id: usageMeterId }));
}
