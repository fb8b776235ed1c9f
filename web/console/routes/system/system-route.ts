import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { getSystem } from '../../../api/generated/system.ts';
import { one } from '../../../api/queries.ts';
import { loadMessages } from '../../../messages/catalogs.ts';
import { rootRoute } from '../root-route.tsx';

export const systemRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/system',
  loader: ({ context }) =>
    Promise.all([loadMessages('system'), context.queries.ensureQueryData(one(getSystem, {}))]),
  component: lazyRouteComponent(() => import('../../screens/system/system.tsx'), 'System'),
});
