import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { loadMessages } from '../../../messages/catalogs.ts';
import { rootRoute } from '../root-route.tsx';

export const newPlanRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/plans/new',
  loader: () => Promise.all([loadMessages('plans'), loadMessages('planForm')]),
  component: lazyRouteComponent(() => import('../../screens/plans/new-plan.tsx'), 'NewPlan'),
});
