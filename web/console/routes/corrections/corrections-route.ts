import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { loadMessages } from '../../../messages/catalogs.ts';
import { searchOf } from '../../search.ts';
import { rootRoute } from '../root-route.tsx';

const search = searchOf('action', 'account_id', 'schema_name', 'status', 'event_id', 'from', 'until');

export const correctionsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/events/corrections',
  validateSearch: search,
  loader: () => Promise.all([loadMessages('corrections'), loadMessages('events')]),
  component: lazyRouteComponent(() => import('../../screens/corrections/corrections.tsx'), 'Corrections'),
});
