import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { getUsageMeter } from '../../../api/generated/usage-meters.ts';
import { one } from '../../../api/queries.ts';
import { loadMessages } from '../../../messages/catalogs.ts';
import { rootRoute } from '../root-route.tsx';

export const meterRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/meters/$meterId',
  loader: ({ context, params }) =>
    Promise.all([
      ...(['meters', 'usedBy'] as const).map(loadMessages),
      context.queries.ensureQueryData(
        one(getUsageMeter, { usage_meter_id: params.meterId, includeSchema: true }),
      ),
    ]),
  component: lazyRouteComponent(() => import('../../screens/meters/meter-detail.tsx'), 'MeterDetail'),
});
