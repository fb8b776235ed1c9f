import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { listPaymentProviders } from '../../../api/generated/payment-providers.ts';
import { pages } from '../../../api/queries.ts';
import { loadMessages } from '../../../messages/catalogs.ts';
import { rootRoute } from '../root-route.tsx';

export const providerListRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/settings/payment-providers',
  loader: async ({ context }) => {
    void context.queries.prefetchInfiniteQuery(pages(listPaymentProviders as never, {}));
    await loadMessages('paymentProviders');
  },
  component: lazyRouteComponent(
    () => import('../../screens/payment-providers/provider-list.tsx'),
    'ProviderList',
  ),
});
