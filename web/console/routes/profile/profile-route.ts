import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { loadMessages } from '../../../messages/catalogs.ts';
import { rootRoute } from '../root-route.tsx';

export const profileRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/profile',
  loader: () => loadMessages('profile'),
  component: lazyRouteComponent(() => import('../../screens/profile/profile.tsx'), 'Profile'),
});
