import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { loadMessages } from '../../../messages/catalogs.ts';
import { searchOf } from '../../search.ts';
import { rootRoute } from '../root-route.tsx';

export const grantCreditRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/credits/new',
  validateSearch: searchOf('account_id'),
  loader: () => Promise.all((['grantForm', 'balances'] as const).map(loadMessages)),
  component: lazyRouteComponent(() => import('../../screens/credits/grant-credit.tsx'), 'GrantCredit'),
});
