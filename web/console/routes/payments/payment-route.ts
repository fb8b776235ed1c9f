import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { getPayment } from '../../../api/generated/payments.ts';
import { one } from '../../../api/queries.ts';
import { loadMessages } from '../../../messages/catalogs.ts';
import { loadWaiting } from '../../../parts/waiting/waiting-query.ts';
import { rootRoute } from '../root-route.tsx';

export const paymentRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/payments/$paymentId',
  loader: ({ context, params }) =>
    Promise.all([
      loadWaiting(context, params.paymentId),
      loadMessages('payments'),
      context.queries.ensureQueryData(one(getPayment, { payment_id: params.paymentId })),
    ]),
  component: lazyRouteComponent(() => import('../../screens/payments/payment-detail.tsx'), 'PaymentDetail'),
});
