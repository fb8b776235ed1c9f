import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { getCredit } from '../../../api/generated/credits.ts';
import { one } from '../../../api/queries.ts';
import { loadMessages } from '../../../messages/catalogs.ts';
import { rootRoute } from '../root-route.tsx';

export const creditRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/credits/$creditId',
  loader: ({ context, params }) =>
    Promise.all([
      ...(['credits', 'balances'] as const).map(loadMessages),
      context.queries.ensureQueryData(one(getCredit, { credit_id: params.creditId })),
    ]),
  component: lazyRouteComponent(() => import('../../screens/credits/credit-detail.tsx'), 'CreditDetail'),
});
