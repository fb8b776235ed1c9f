import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { getSetupChecklist } from '../../../api/generated/invoices.ts';
import { getOrganization } from '../../../api/generated/organization.ts';
import { one } from '../../../api/queries.ts';
import { loadMessages } from '../../../messages/catalogs.ts';
import { rootRoute } from '../root-route.tsx';

export const organizationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/settings/organization',
  loader: ({ context }) =>
    Promise.all([
      loadMessages('organization'),
      context.queries.ensureQueryData(one(getOrganization, {})),
      context.queries.ensureQueryData(one(getSetupChecklist, {})),
    ]),
  component: lazyRouteComponent(() => import('../../screens/settings/organization.tsx'), 'Organization'),
});
