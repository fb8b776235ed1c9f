import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { loadMessages } from '../../../messages/catalogs.ts';
import { accountQuery } from '../../../parts/account-query.ts';
import { loadWaiting } from '../../../parts/waiting/waiting-query.ts';
import { searchOf } from '../../search.ts';
import { rootRoute } from '../root-route.tsx';

const search = searchOf('tab');

export const accountRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/accounts/$accountId',
  validateSearch: search,
  loader: ({ context, params }) =>
    Promise.all([
      loadWaiting(context, params.accountId),
      loadMessages('accounts'),
      loadMessages('invoices'),
      loadMessages('balances'),
      context.queries.ensureQueryData(accountQuery(params.accountId)),
    ]),
  component: lazyRouteComponent(() => import('../../screens/accounts/account-detail.tsx'), 'AccountDetail'),
});
