import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { getInvoiceGroup } from '../../../api/generated/invoice-groups.ts';
import { pages } from '../../../api/queries.ts';
import { loadMessages } from '../../../messages/catalogs.ts';
import { rootRoute } from '../root-route.tsx';

export const editGroupRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/invoice-groups/$groupId/edit',
  loader: ({ context, params }) =>
    Promise.all([
      ...(['invoiceGroups', 'organization'] as const).map(loadMessages),
      context.queries.ensureInfiniteQueryData(pages(getInvoiceGroup, { invoice_group_id: params.groupId })),
    ]),
  component: lazyRouteComponent(() => import('../../screens/invoice-groups/edit-group.tsx'), 'EditGroup'),
});
