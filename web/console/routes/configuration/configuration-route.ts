import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { loadMessages } from '../../../messages/catalogs.ts';
import { rootRoute } from '../root-route.tsx';

export const configurationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/settings/configuration',
  loader: () => loadMessages('configuration'),
  component: lazyRouteComponent(
    () => import('../../screens/configuration/configuration.tsx'),
    'Configuration',
  ),
});
