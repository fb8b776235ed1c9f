import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { getApprovalPolicy } from '../../../api/generated/approvals.ts';
import { one } from '../../../api/queries.ts';
import { loadMessages } from '../../../messages/catalogs.ts';
import { rootRoute } from '../root-route.tsx';

export const approvalPolicyRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/approvals/policy',
  loader: ({ context }) =>
    Promise.all([
      loadMessages('approvals'),
      loadMessages('approvalPolicy'),
      context.queries.ensureQueryData(one(getApprovalPolicy, {})),
    ]),
  component: lazyRouteComponent(
    () => import('../../screens/approvals/approval-policy.tsx'),
    'ApprovalPolicy',
  ),
});
