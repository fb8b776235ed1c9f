import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { listIncidents } from '../../../api/generated/alerts-and-incidents.ts';
import { pages } from '../../../api/queries.ts';
import { loadMessages } from '../../../messages/catalogs.ts';
import { searchOf } from '../../search.ts';
import { rootRoute } from '../root-route.tsx';

export const incidentListRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/incidents',
  validateSearch: searchOf('status', 'alert_id'),
  loaderDeps: ({ search }) => search,
  loader: async ({ context, deps }) => {
    void context.queries.prefetchInfiniteQuery(pages(listIncidents, deps));
    await loadMessages('alerts');
  },
  component: lazyRouteComponent(() => import('../../screens/alerts/incident-list.tsx'), 'IncidentList'),
});
