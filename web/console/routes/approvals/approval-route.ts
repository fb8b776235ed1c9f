import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { getApproval } from '../../../api/generated/approvals.ts';
import { one } from '../../../api/queries.ts';
import { loadMessages } from '../../../messages/catalogs.ts';
import { rootRoute } from '../root-route.tsx';

export const approvalRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/approvals/$approvalId',
  loader: ({ context, params }) =>
    Promise.all([
      loadMessages('approvals'),
      context.queries.ensureQueryData(one(getApproval, { approval_id: params.approvalId })),
    ]),
  component: lazyRouteComponent(
    () => import('../../screens/approvals/approval-detail.tsx'),
    'ApprovalDetail',
  ),
});
