import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { listPaymentProviders } from '../../../api/generated/payment-providers.ts';
import { one } from '../../../api/queries.ts';
import { loadMessages } from '../../../messages/catalogs.ts';
import { rootRoute } from '../root-route.tsx';

export const providerRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/settings/payment-providers/$providerId',
  loader: ({ context }) =>
    Promise.all([
      loadMessages('paymentProviders'),
      context.queries.ensureQueryData(one(listPaymentProviders, {})),
    ]),
  component: lazyRouteComponent(
    () => import('../../screens/payment-providers/provider-detail.tsx'),
    'ProviderDetail',
  ),
});
