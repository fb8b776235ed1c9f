import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { getAccount } from '../../../api/generated/accounts-and-aliases.ts';
import { getWallet } from '../../../api/generated/wallets.ts';
import { one } from '../../../api/queries.ts';
import { loadMessages } from '../../../messages/catalogs.ts';
import { searchOf } from '../../search.ts';
import { rootRoute } from '../root-route.tsx';

export const walletRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/wallets/$accountId',
  validateSearch: searchOf('tab', 'source_id', 'entity_id'),
  loader: ({ context, params }) => {
    const input = { account_id: params.accountId };
    return Promise.all([
      ...(['wallets', 'balances'] as const).map(loadMessages),
      context.queries.ensureQueryData(one(getWallet, input)),
      context.queries.ensureQueryData(one(getAccount, input)),
    ]);
  },
  component: lazyRouteComponent(() => import('../../screens/wallets/wallet-detail.tsx'), 'WalletDetail'),
});
