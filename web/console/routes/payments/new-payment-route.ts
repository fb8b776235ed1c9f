import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { loadMessages } from '../../../messages/catalogs.ts';
import { rootRoute } from '../root-route.tsx';

export const newPaymentRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/payments/new',
  loader: () => loadMessages('payments'),
  component: lazyRouteComponent(() => import('../../screens/payments/new-payment.tsx'), 'NewPayment'),
});
