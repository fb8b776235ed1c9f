import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { loadMessages } from '../../../messages/catalogs.ts';
import { rootRoute } from '../root-route.tsx';

export const newSellerRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/settings/sellers/new',
  loader: () => Promise.all((['sellers', 'organization'] as const).map(loadMessages)),
  component: lazyRouteComponent(() => import('../../screens/settings/new-seller.tsx'), 'NewSeller'),
});
