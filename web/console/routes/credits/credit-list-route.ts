import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { listCredits } from '../../../api/generated/credits.ts';
import { pages } from '../../../api/queries.ts';
import { loadMessages } from '../../../messages/catalogs.ts';
import { searchOf } from '../../search.ts';
import { rootRoute } from '../root-route.tsx';

const search = searchOf('status', 'account_id', '_search');

export const creditListRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/credits',
  validateSearch: search,
  loaderDeps: ({ search }) => search,
  loader: async ({ context, deps }) => {
    void context.queries.prefetchInfiniteQuery(pages(listCredits, deps));
    await Promise.all([loadMessages('credits')]);
  },
  component: lazyRouteComponent(() => import('../../screens/credits/credit-list.tsx'), 'CreditList'),
});
