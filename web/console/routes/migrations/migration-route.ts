import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { getJob } from '../../../api/generated/jobs.ts';
import { one } from '../../../api/queries.ts';
import { loadMessages } from '../../../messages/catalogs.ts';
import { rootRoute } from '../root-route.tsx';

export const migrationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/migrations/$jobId',
  loader: ({ context, params }) =>
    Promise.all([
      ...(['migrations', 'jobs'] as const).map(loadMessages),
      context.queries.ensureQueryData(one(getJob, { job_id: params.jobId })),
    ]),
  component: lazyRouteComponent(() => import('../../screens/migrations/migration.tsx'), 'Migration'),
});
