import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { getMeterCosts, getUsageMeter } from '../../../api/generated/usage-meters.ts';
import { one } from '../../../api/queries.ts';
import { loadMessages } from '../../../messages/catalogs.ts';
import { rootRoute } from '../root-route.tsx';

export const meterCostsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/meters/$meterId/costs',
  loader: ({ context, params }) =>
    Promise.all([
      ...(['meters', 'unitCosts'] as const).map(loadMessages),
      context.queries.ensureQueryData(
        one(getUsageMeter, { usage_meter_id: params.meterId, includeSchema: true }),
      ),
      context.queries.ensureQueryData(one(getMeterCosts, { usage_meter_id: params.meterId })),
    ]),
  component: lazyRouteComponent(() => import('../../screens/meters/meter-costs.tsx'), 'MeterCosts'),
});
