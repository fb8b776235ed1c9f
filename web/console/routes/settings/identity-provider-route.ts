import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { getIdentityProvider, listRoles } from '../../../api/generated/users-and-sessions.ts';
import { one } from '../../../api/queries.ts';
import { loadMessages } from '../../../messages/catalogs.ts';
import { rootRoute } from '../root-route.tsx';

export const identityProviderRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/settings/single-sign-on',
  loader: ({ context }) =>
    Promise.all([
      loadMessages('identityProvider'),
      context.queries.ensureQueryData(one(getIdentityProvider, {})),
      context.queries.ensureQueryData(one(listRoles, {})),
    ]),
  component: lazyRouteComponent(
    () => import('../../screens/settings/identity-provider.tsx'),
    'IdentityProvider',
  ),
});
