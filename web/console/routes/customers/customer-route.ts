import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { loadMessages } from '../../../messages/catalogs.ts';
import { customerQuery } from '../../../parts/customer-query.ts';
import { loadWaiting } from '../../../parts/waiting/waiting-query.ts';
import { searchOf } from '../../search.ts';
import { rootRoute } from '../root-route.tsx';

const search = searchOf('tab');

export const customerRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/customers/$customerId',
  validateSearch: search,
  loader: ({ context, params }) =>
    Promise.all([
      loadWaiting(context, params.customerId),
      loadMessages('customers'),
      loadMessages('accounts'),
      loadMessages('invoices'),
      context.queries.ensureQueryData(customerQuery(params.customerId)),
    ]),
  component: lazyRouteComponent(
    () => import('../../screens/customers/customer-detail.tsx'),
    'CustomerDetail',
  ),
});
