import type { QueryClient } from '@tanstack/react-query';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { getAccount } from '../../../api/generated/accounts-and-aliases.ts';
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
        .then((alert) => loadNames(context.queries, alert)),
      // Above the back-test: what comes later would push it down.
      context.queries.prefetchInfiniteQuery(pages(listIncidents, { alert_id: params.alertId })),
    ]),
  component: lazyRouteComponent(() => import('../../screens/alerts/alert-detail.tsx'), 'AlertDetail'),
});

/** Without permission, or if they are gone, the page shows their ids. */
async function loadNames(queries: QueryClient, { entityDetails, ownerDetails }: Alert): Promise<void> {
  const { usageMeterId } = entityDetails;
  const { accountId } = ownerDetails;
  await Promise.all([
    usageMeterId && queries.prefetchQuery(one(getUsageMeter, { usage_meter_id: usageMeterId })),
    accountId && queries.prefetchQuery(one(getAccount, { account_id: accountId })),
  ]);
}
