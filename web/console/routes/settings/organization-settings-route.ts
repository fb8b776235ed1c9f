import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { getOrganizationSettings } from '../../../api/generated/settings.ts';
import { one } from '../../../api/queries.ts';
import { loadMessages } from '../../../messages/catalogs.ts';
import { rootRoute } from '../root-route.tsx';

export const organizationSettingsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/settings/billing',
  loader: ({ context }) =>
    Promise.all([
      loadMessages('organizationSettings'),
      context.queries.ensureQueryData(one(getOrganizationSettings, {})),
    ]),
  component: lazyRouteComponent(
    () => import('../../screens/settings/organization-settings.tsx'),
    'OrganizationSettings',
  ),
});
