import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { loadMessages } from '../../../messages/catalogs.ts';
import { searchOf } from '../../search.ts';
import { rootRoute } from '../root-route.tsx';

const search = searchOf('tab');

export const approvalListRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/approvals',
  validateSearch: search,
  loader: () => loadMessages('approvals'),
  component: lazyRouteComponent(() => import('../../screens/approvals/approval-list.tsx'), 'ApprovalList'),
});
