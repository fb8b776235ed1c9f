import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { listJobs } from '../../../api/generated/jobs.ts';
import { pages } from '../../../api/queries.ts';
import { loadMessages } from '../../../messages/catalogs.ts';
import { searchOf } from '../../search.ts';
import { rootRoute } from '../root-route.tsx';

const search = searchOf('type', 'status');

export const jobListRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/jobs',
  validateSearch: search,
  loaderDeps: ({ search }) => search,
  loader: async ({ context, deps }) => {
    void context.queries.prefetchInfiniteQuery(pages(listJobs, deps));
    await Promise.all([loadMessages('jobs')]);
  },
  component: lazyRouteComponent(() => import('../../screens/jobs/job-list.tsx'), 'JobList'),
});
