import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { getOverview } from '../../../api/generated/overview.ts';
import { one } from '../../../api/queries.ts';
import { loadMessages } from '../../../messages/catalogs.ts';
import { rootRoute } from '../root-route.tsx';

export const welcomeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/welcome',
  loader: async ({ context }) => {
    void context.queries.prefetchQuery(one(getOverview, {}));
    await Promise.all((['welcome', 'keys'] as const).map(loadMessages));
  },
  component: lazyRouteComponent(() => import('../../screens/welcome/welcome.tsx'), 'Welcome'),
});
