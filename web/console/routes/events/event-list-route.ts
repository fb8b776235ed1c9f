import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { listEvents } from '../../../api/generated/events-and-usage.ts';
import { pages } from '../../../api/queries.ts';
import { loadMessages } from '../../../messages/catalogs.ts';
import { searchOf } from '../../search.ts';
import { rootRoute } from '../root-route.tsx';

const search = searchOf('status', 'account_id', 'schema_name');

export const eventListRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/events',
  validateSearch: search,
  loaderDeps: ({ search }) => search,
  loader: async ({ context, deps }) => {
    void context.queries.prefetchInfiniteQuery(pages(listEvents, deps));
    await Promise.all([loadMessages('events'), loadMessages('uncounted')]);
  },
  component: lazyRouteComponent(() => import('../../screens/events/event-list.tsx'), 'EventList'),
});
