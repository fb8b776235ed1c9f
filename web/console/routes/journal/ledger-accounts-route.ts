import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { loadMessages } from '../../../messages/catalogs.ts';
import { rootRoute } from '../root-route.tsx';

export const ledgerAccountsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/journal/accounts',
  loader: () => loadMessages('journal'),
  component: lazyRouteComponent(() => import('../../screens/journal/ledger-accounts.tsx'), 'LedgerAccounts'),
});
