import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { listAuditLog } from '../../../api/generated/audit-log.ts';
import { pages } from '../../../api/queries.ts';
import { loadMessages } from '../../../messages/catalogs.ts';
import { searchOf } from '../../search.ts';
import { rootRoute } from '../root-route.tsx';

const search = searchOf('entity_id', 'actor_id', 'action');

export const auditListRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/audit',
  validateSearch: search,
  loaderDeps: ({ search }) => search,
  loader: async ({ context, deps }) => {
    void context.queries.prefetchInfiniteQuery(pages(listAuditLog, deps));
    await Promise.all([loadMessages('audit')]);
  },
  component: lazyRouteComponent(() => import('../../screens/audit/audit-list.tsx'), 'AuditList'),
});
