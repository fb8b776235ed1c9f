import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { getInvoice } from '../../../api/generated/invoices.ts';
import { one } from '../../../api/queries.ts';
import { loadMessages } from '../../../messages/catalogs.ts';
import { loadWaiting } from '../../../parts/waiting/waiting-query.ts';
import { rootRoute } from '../root-route.tsx';

export const invoiceRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/invoices/$invoiceId',
  loader: ({ context, params }) =>
    Promise.all([
      loadWaiting(context, params.invoiceId),
      loadMessages('invoices'),
      loadMessages('refund'),
      context.queries.ensureQueryData(one(getInvoice, { invoice_id: params.invoiceId })),
    ]),
  component: lazyRouteComponent(() => import('../../screens/invoices/invoice-detail.tsx'), 'InvoiceDetail'),
});
