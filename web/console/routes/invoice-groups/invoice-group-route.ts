import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { getInvoiceGroup } from '../../../api/generated/invoice-groups.ts';
import { pages } from '../../../api/queries.ts';
import { loadMessages } from '../../../messages/catalogs.ts';
import { searchOf } from '../../search.ts';
import { rootRoute } from '../root-route.tsx';

const search = searchOf('tab');

export const invoiceGroupRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/invoice-groups/$groupId',
  validateSearch: search,
  loader: ({ context, params }) =>
    Promise.all([
      loadMessages('invoiceGroups'),
      loadMessages('accounts'),
      loadMessages('invoices'),
      context.queries.ensureInfiniteQueryData(pages(getInvoiceGroup, { invoice_group_id: params.groupId })),
    ]),
  component: lazyRouteComponent(
    () => import('../../screens/invoice-groups/invoice-group-detail.tsx'),
    'InvoiceGroupDetail',
  ),
});
