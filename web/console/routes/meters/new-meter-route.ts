import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { loadMessages } from '../../../messages/catalogs.ts';
import { rootRoute } from '../root-route.tsx';

export const newMeterRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/meters/new',
  loader: () => Promise.all((['meters', 'meterForm', 'logic'] as const).map(loadMessages)),
  component: lazyRouteComponent(() => import('../../screens/meters/new-meter.tsx'), 'NewMeter'),
});
