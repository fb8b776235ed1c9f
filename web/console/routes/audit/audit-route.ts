import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { getAuditEntry } from '../../../api/generated/audit-log.ts';
import { one } from '../../../api/queries.ts';
import { loadMessages } from '../../../messages/catalogs.ts';
import { rootRoute } from '../root-route.tsx';

export const auditRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/audit/$entryId',
  loader: ({ context, params }) =>
    Promise.all([
      loadMessages('audit'),
      context.queries.ensureQueryData(one(getAuditEntry, { audit_entry_id: params.entryId })),
    ]),
  component: lazyRouteComponent(() => import('../../screens/audit/audit-detail.tsx'), 'AuditDetail'),
});
