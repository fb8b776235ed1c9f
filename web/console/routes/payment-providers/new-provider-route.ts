import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { loadMessages } from '../../../messages/catalogs.ts';
import { rootRoute } from '../root-route.tsx';

export const newProviderRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/settings/payment-providers/new',
  loader: () => loadMessages('paymentProviders'),
  component: lazyRouteComponent(
    () => import('../../screens/payment-providers/new-provider.tsx'),
    'NewProvider',
  ),
});
