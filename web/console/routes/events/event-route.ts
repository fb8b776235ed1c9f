import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { getEvent } from '../../../api/generated/events-and-usage.ts';
import { one } from '../../../api/queries.ts';
import { loadMessages } from '../../../messages/catalogs.ts';
import { searchOf } from '../../search.ts';
import { rootRoute } from '../root-route.tsx';

const search = searchOf('tab');

export const eventRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/events/$eventId',
  validateSearch: search,
  loader: ({ context, params }) =>
    Promise.all([
      loadMessages('events'),
      loadMessages('uncounted'),
      context.queries.ensureQueryData(one(getEvent, { event_id: params.eventId })),
    ]),
  component: lazyRouteComponent(() => import('../../screens/events/event-detail.tsx'), 'EventDetail'),
});
