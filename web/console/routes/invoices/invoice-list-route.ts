import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { listInvoices } from '../../../api/generated/invoices.ts';
import { pages } from '../../../api/queries.ts';
import { loadMessages } from '../../../messages/catalogs.ts';
import { searchOf } from '../../search.ts';
import { rootRoute } from '../root-route.tsx';

// A constant of its own: the router infers the type of no call here.
const search = searchOf('status', 'account_id', 'customer_id', 'class', '_search', '_sort');

export const invoiceListRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/invoices',
  validateSearch: search,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => {
    void context.queries.prefetchInfiniteQuery(pages(listInvoices, deps));
    return loadMessages('invoices');
  },
  component: lazyRouteComponent(() => import('../../screens/invoices/invoice-list.tsx'), 'InvoiceList'),
});
