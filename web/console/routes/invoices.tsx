import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { explainInvoice, getInvoice, listInvoices } from '../../api/generated/invoices.ts';
import { one, pages } from '../../api/queries.ts';
import { loadMessages } from '../../messages/catalogs.ts';
import { searchOf } from '../search.ts';
import { rootRoute } from './root.tsx';

const listSearch = searchOf('status', 'account_id', 'customer_id', 'class', '_search', '_sort');
const explanationSearch = searchOf('line');

export const invoiceListRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/invoices',
  validateSearch: listSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => {
    void context.queries.prefetchInfiniteQuery(pages(listInvoices, deps));
    return loadMessages('invoices');
  },
  component: lazyRouteComponent(() => import('../screens/invoices/invoice-list.tsx'), 'InvoiceList'),
});

export const invoiceRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/invoices/$invoiceId',
  loader: ({ context, params }) =>
    Promise.all([
      loadMessages('invoices'),
      context.queries.ensureQueryData(one(getInvoice, { invoice_id: params.invoiceId })),
    ]),
  component: lazyRouteComponent(() => import('../screens/invoices/invoice-detail.tsx'), 'InvoiceDetail'),
});

export const invoiceExplanationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/invoices/$invoiceId/explain',
  validateSearch: explanationSearch,
  loader: ({ context, params }) =>
    Promise.all([
      loadMessages('invoices'),
      context.queries.ensureQueryData(one(explainInvoice, { invoice_id: params.invoiceId })),
    ]),
  component: lazyRouteComponent(
    () => import('../screens/invoices/invoice-explanation.tsx'),
    'InvoiceExplanation',
  ),
});
