import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { listPaymentRequests } from '../../../api/generated/payment-requests.ts';
import { pages } from '../../../api/queries.ts';
import { loadMessages } from '../../../messages/catalogs.ts';
import { searchOf } from '../../search.ts';
import { rootRoute } from '../root-route.tsx';

export const paymentRequestListRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/payment-requests',
  validateSearch: searchOf('account_id', 'invoice_id', 'payment_provider_id', 'status'),
  loaderDeps: ({ search }) => search,
  loader: async ({ context, deps }) => {
    void context.queries.prefetchInfiniteQuery(pages(listPaymentRequests, deps));
    await loadMessages('paymentProviders');
  },
  component: lazyRouteComponent(
    () => import('../../screens/payment-providers/request-list.tsx'),
    'RequestList',
  ),
});
