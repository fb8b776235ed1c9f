import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { listAccounts } from '../../../api/generated/accounts-and-aliases.ts';
import { pages } from '../../../api/queries.ts';
import { loadMessages } from '../../../messages/catalogs.ts';
import { searchOf } from '../../search.ts';
import { rootRoute } from '../root-route.tsx';

const search = searchOf('status', 'customer_id', '_search', '_sort');

export const accountListRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/accounts',
  validateSearch: search,
  loaderDeps: ({ search }) => search,
  loader: async ({ context, deps }) => {
    void context.queries.prefetchInfiniteQuery(pages(listAccounts, deps));
    await Promise.all([loadMessages('accounts')]);
  },
  component: lazyRouteComponent(() => import('../../screens/accounts/account-list.tsx'), 'AccountList'),
});
