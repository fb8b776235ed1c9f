import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { listPayments } from '../../../api/generated/payments.ts';
import { pages } from '../../../api/queries.ts';
import { loadMessages } from '../../../messages/catalogs.ts';
import { searchOf } from '../../search.ts';
import { rootRoute } from '../root-route.tsx';

const search = searchOf('account_id', 'bank_line_id', '_sort');

export const paymentListRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/payments',
  validateSearch: search,
  loaderDeps: ({ search }) => search,
  loader: async ({ context, deps }) => {
    void context.queries.prefetchInfiniteQuery(pages(listPayments, deps));
    await Promise.all([loadMessages('payments')]);
  },
  component: lazyRouteComponent(() => import('../../screens/payments/payment-list.tsx'), 'PaymentList'),
});
