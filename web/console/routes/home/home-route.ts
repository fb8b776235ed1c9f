import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { getOverview } from '../../../api/generated/overview.ts';
import { one } from '../../../api/queries.ts';
import { loadMessages } from '../../../messages/catalogs.ts';
import { rootRoute } from '../root-route.tsx';

export const homeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  loader: async ({ context }) => {
    void context.queries.prefetchQuery(one(getOverview, {}));
    await loadMessages('home');
  },
  component: lazyRouteComponent(() => import('../../screens/home/home.tsx'), 'Home'),
});
