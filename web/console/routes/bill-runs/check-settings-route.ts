import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { loadMessages } from '../../../messages/catalogs.ts';
import { rootRoute } from '../root-route.tsx';

export const checkSettingsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/bill-runs/checks',
  loader: () => loadMessages('billRuns'),
  component: lazyRouteComponent(() => import('../../screens/bill-runs/check-settings.tsx'), 'CheckSettings'),
});
