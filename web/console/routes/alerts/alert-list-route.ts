import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { listAlerts, listIncidents } from '../../../api/generated/alerts-and-incidents.ts';
import { pages } from '../../../api/queries.ts';
import { loadMessages } from '../../../messages/catalogs.ts';
import { searchOf } from '../../search.ts';
import { rootRoute } from '../root-route.tsx';

const search = searchOf('status', 'account_id', 'alert_template_id');

export const alertListRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/alerts',
  validateSearch: search,
  loaderDeps: ({ search }) => search,
  loader: async ({ context, deps }) => {
    void context.queries.prefetchInfiniteQuery(pages(listAlerts, deps));
    // Above the list: what comes later would push it down.
    const incidents = pages(listIncidents, { status: 'ACTIVE' });
    await Promise.all([loadMessages('alerts'), context.queries.prefetchInfiniteQuery(incidents)]);
  },
  component: lazyRouteComponent(() => import('../../screens/alerts/alert-list.tsx'), 'AlertList'),
});
