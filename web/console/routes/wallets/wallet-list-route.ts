import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { listWallets } from '../../../api/generated/balances.ts';
import { pages } from '../../../api/queries.ts';
import { loadMessages } from '../../../messages/catalogs.ts';
import { searchOf } from '../../search.ts';
import { rootRoute } from '../root-route.tsx';

export const walletListRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/wallets',
  validateSearch: searchOf('state', 'currency', 'status', '_search', '_sort'),
  loaderDeps: ({ search }) => search,
  loader: async ({ context, deps }) => {
    void context.queries.prefetchInfiniteQuery(pages(listWallets, deps));
    await loadMessages('wallets');
  },
  component: lazyRouteComponent(() => import('../../screens/wallets/wallet-list.tsx'), 'WalletList'),
});
