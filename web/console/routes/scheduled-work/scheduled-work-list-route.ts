import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { listScheduledWork } from '../../../api/generated/scheduled-work.ts';
import { pages } from '../../../api/queries.ts';
import { loadMessages } from '../../../messages/catalogs.ts';
import { searchOf } from '../../search.ts';
import { rootRoute } from '../root-route.tsx';

const search = searchOf('state', 'kind');

export const scheduledWorkListRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/scheduled-work',
  validateSearch: search,
  loaderDeps: ({ search }) => search,
  loader: async ({ context, deps }) => {
    void context.queries.prefetchInfiniteQuery(pages(listScheduledWork, deps));
    await Promise.all([loadMessages('scheduledWork')]);
  },
  component: lazyRouteComponent(
    () => import('../../screens/scheduled-work/scheduled-work-list.tsx'),
    'ScheduledWorkList',
  ),
});
