import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { loadMessages } from '../../../messages/catalogs.ts';
import { rootRoute } from '../root-route.tsx';

export const newGroupRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/invoice-groups/new',
  loader: () => Promise.all((['invoiceGroups', 'organization'] as const).map(loadMessages)),
  component: lazyRouteComponent(() => import('../../screens/invoice-groups/new-group.tsx'), 'NewGroup'),
});
