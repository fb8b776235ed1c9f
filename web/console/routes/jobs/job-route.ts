import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { getJob } from '../../../api/generated/jobs.ts';
import { one } from '../../../api/queries.ts';
import { loadMessages } from '../../../messages/catalogs.ts';
import { rootRoute } from '../root-route.tsx';

export const jobRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/jobs/$jobId',
  loader: ({ context, params }) =>
    Promise.all([
      loadMessages('jobs'),
      context.queries.ensureQueryData(one(getJob, { job_id: params.jobId })),
    ]),
  component: lazyRouteComponent(() => import('../../screens/jobs/job-detail.tsx'), 'JobDetail'),
});
