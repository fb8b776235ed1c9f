import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { listCustomers } from '../../../api/generated/customers-and-contacts.ts';
import { pages } from '../../../api/queries.ts';
import { loadMessages } from '../../../messages/catalogs.ts';
import { searchOf } from '../../search.ts';
import { rootRoute } from '../root-route.tsx';

const search = searchOf('status', '_search', '_sort');

export const customerListRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/customers',
  validateSearch: search,
  loaderDeps: ({ search }) => search,
  loader: async ({ context, deps }) => {
    void context.queries.prefetchInfiniteQuery(pages(listCustomers, deps));
    await Promise.all([loadMessages('customers')]);
  },
  component: lazyRouteComponent(() => import('../../screens/customers/customer-list.tsx'), 'CustomerList'),
});
