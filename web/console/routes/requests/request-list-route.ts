import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { listRequests } from '../../../api/generated/request-log.ts';
import { pages } from '../../../api/queries.ts';
import { loadMessages } from '../../../messages/catalogs.ts';
import { searchOf } from '../../search.ts';
import { rootRoute } from '../root-route.tsx';

const search = searchOf(
  ...(['path', 'error_code', 'request_id', 'operation_id', 'actor_id', 'status_class', 'status'] as const),
  ...(['method', 'actor_type', 'idempotency_key', 'from', 'to'] as const),
);

export const requestListRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/requests',
  validateSearch: search,
  loaderDeps: ({ search }) => search,
  loader: async ({ context, deps }) => {
    // With the first page comes what stands above the list: nothing moves when it arrives.
    await Promise.all([
      context.queries.prefetchInfiniteQuery(pages(listRequests, deps)),
      loadMessages('requests'),
    ]);
  },
  component: lazyRouteComponent(() => import('../../screens/requests/request-list.tsx'), 'RequestList'),
});
