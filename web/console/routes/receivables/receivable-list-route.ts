import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { listReceivables } from '../../../api/generated/receivables.ts';
import { pages } from '../../../api/queries.ts';
import { loadMessages } from '../../../messages/catalogs.ts';
import { searchOf } from '../../search.ts';
import { rootRoute } from '../root-route.tsx';

const search = searchOf('state', 'currency', '_search', '_sort');

export const receivableListRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/receivables',
  validateSearch: search,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => {
    void context.queries.prefetchInfiniteQuery(pages(listReceivables, deps));
    return loadMessages('receivables');
  },
  component: lazyRouteComponent(
    () => import('../../screens/receivables/receivable-list.tsx'),
    'ReceivableList',
  ),
});
