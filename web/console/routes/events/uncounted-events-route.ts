import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { loadMessages } from '../../../messages/catalogs.ts';
import { searchOf } from '../../search.ts';
import { rootRoute } from '../root-route.tsx';

const search = searchOf('event_id', 'account_id', 'customer_id', 'day', 'tab');

export const uncountedEventsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/events/uncounted',
  validateSearch: search,
  loader: () => Promise.all([loadMessages('events'), loadMessages('uncounted'), loadMessages('corrections')]),
  component: lazyRouteComponent(() => import('../../screens/events/uncounted-events.tsx'), 'UncountedEvents'),
});
