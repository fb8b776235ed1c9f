import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { getCustomer } from '../../../api/generated/customers-and-contacts.ts';
import { one } from '../../../api/queries.ts';
import { loadMessages } from '../../../messages/catalogs.ts';
import { searchOf } from '../../search.ts';
import { rootRoute } from '../root-route.tsx';

const search = searchOf('tab');

export const customerRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/customers/$customerId',
  validateSearch: search,
  loader: ({ context, params }) =>
    Promise.all([
      loadMessages('customers'),
      loadMessages('accounts'),
      loadMessages('invoices'),
      context.queries.ensureQueryData(one(getCustomer, { customer_id: params.customerId })),
    ]),
  component: lazyRouteComponent(
    () => import('../../screens/customers/customer-detail.tsx'),
    'CustomerDetail',
  ),
});
