import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { getAlert } from '../../../api/generated/alerts-and-incidents.ts';
import { one } from '../../../api/queries.ts';
import { loadMessages } from '../../../messages/catalogs.ts';
import { rootRoute } from '../root-route.tsx';

export const editAlertRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/alerts/$alertId/edit',
  loader: ({ context, params }) =>
    Promise.all([
      loadMessages('alerts'),
      context.queries.ensureQueryData(one(getAlert, { alert_id: params.alertId })),
    ]),
  component: lazyRouteComponent(() => import('../../screens/alerts/edit-alert.tsx'), 'EditAlert'),
});
