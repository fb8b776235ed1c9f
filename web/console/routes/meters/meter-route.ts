import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { getMetrics } from '../../../api/generated/metrics.ts';
import { getUsageMeter } from '../../../api/generated/usage-meters.ts';
import { one } from '../../../api/queries.ts';
import { now } from '../../../format/time.ts';
import { loadMessages } from '../../../messages/catalogs.ts';
import { loadWaiting } from '../../../parts/waiting/waiting-query.ts';
import { accountsRequest, daysRequest } from '../../screens/meters/meter-metrics.ts';
import { rootRoute } from '../root-route.tsx';
import { soon } from '../soon.ts';

export const meterRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/meters/$meterId',
  loader: ({ context, params }) =>
    Promise.all([
      loadWaiting(context, params.meterId),
      ...(['meters', 'usedBy'] as const).map(loadMessages),
      context.queries.ensureQueryData(
        one(getUsageMeter, { usage_meter_id: params.meterId, includeSchema: true }),
      ),
      // What comes later would push down what is below it; who may not read it has no such part. The usage of
      // many accounts takes seconds, and the page comes before it.
      soon(
        [daysRequest, accountsRequest].map((request) =>
          context.queries.prefetchQuery(
            one(getMetrics, { body: request(params.meterId, now().slice(0, 10)) }),
          ),
        ),
      ),
    ]),
  component: lazyRouteComponent(() => import('../../screens/meters/meter-detail.tsx'), 'MeterDetail'),
});
