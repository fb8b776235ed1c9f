import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { getEventSchema } from '../../../api/generated/event-schemas.ts';
import { getUsageMeter } from '../../../api/generated/usage-meters.ts';
import { one } from '../../../api/queries.ts';
import { loadMessages } from '../../../messages/catalogs.ts';
import { rootRoute } from '../root-route.tsx';

export const editMeterRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/meters/$meterId/edit',
  loader: ({ context, params }) =>
    Promise.all([
      ...(['meters', 'meterForm', 'logic'] as const).map(loadMessages),
      context.queries
        .ensureQueryData(one(getUsageMeter, { usage_meter_id: params.meterId, includeSchema: true }))
        .then(
          ({ eventSchema }) =>
            eventSchema &&
            context.queries.prefetchQuery(one(getEventSchema, { event_schema_name: eventSchema.name })),
        ),
    ]),
  component: lazyRouteComponent(() => import('../../screens/meters/edit-meter.tsx'), 'EditMeter'),
});
