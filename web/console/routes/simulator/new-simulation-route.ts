import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { loadMessages } from '../../../messages/catalogs.ts';
import { rootRoute } from '../root-route.tsx';

export const newSimulationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/simulator/new',
  loader: () => loadMessages('simulator'),
  component: lazyRouteComponent(() => import('../../screens/simulator/new-simulation.tsx'), 'NewSimulation'),
});
