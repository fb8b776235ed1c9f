import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { listInvoiceGroups } from '../../../api/generated/invoice-groups.ts';
import { pages } from '../../../api/queries.ts';
import { loadMessages } from '../../../messages/catalogs.ts';
import { searchOf } from '../../search.ts';
import { rootRoute } from '../root-route.tsx';

const search = searchOf('_search', '_sort');

export const invoiceGroupListRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/invoice-groups',
  validateSearch: search,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => {
    void context.queries.prefetchInfiniteQuery(pages(listInvoiceGroups, deps));
    return loadMessages('invoiceGroups');
  },
  component: lazyRouteComponent(
    () => import('../../screens/invoice-groups/invoice-group-list.tsx'),
    'InvoiceGroupList',
  ),
});
