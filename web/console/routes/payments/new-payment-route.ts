import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { loadMessages } from '../../../messages/catalogs.ts';
import { searchOf } from '../../search.ts';
import { rootRoute } from '../root-route.tsx';

const search = searchOf('line', 'amount');

export const newPaymentRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/payments/new',
  validateSearch: search,
  loader: () => loadMessages('payments'),
  component: lazyRouteComponent(() => import('../../screens/payments/new-payment.tsx'), 'NewPayment'),
});
