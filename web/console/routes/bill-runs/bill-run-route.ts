import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { getBillRun } from '../../../api/generated/draft-reviews.ts';
import { one } from '../../../api/queries.ts';
import { loadMessages } from '../../../messages/catalogs.ts';
import { loadWaiting } from '../../../parts/waiting/waiting-query.ts';
import { searchOf } from '../../search.ts';
import { rootRoute } from '../root-route.tsx';

const search = searchOf('step', 'level', 'decision', 'entry_status', '_search', '_sort', 'at');

export const billRunRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/bill-runs/$jobId',
  validateSearch: search,
  loader: ({ context, params }) =>
    Promise.all([
      loadWaiting(context, params.jobId),
      ...(['billRuns', 'jobs'] as const).map(loadMessages),
      context.queries.ensureQueryData(one(getBillRun, { bill_run_id: params.jobId })),
    ]),
  component: lazyRouteComponent(() => import('../../screens/bill-runs/bill-run-detail.tsx'), 'BillRunDetail'),
});
