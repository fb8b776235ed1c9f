import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { listUsageMeters } from '../../../api/generated/usage-meters.ts';
import { pages } from '../../../api/queries.ts';
import { loadMessages } from '../../../messages/catalogs.ts';
import { searchOf } from '../../search.ts';
import { rootRoute } from '../root-route.tsx';

const search = searchOf('status', '_search');

export const meterListRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/meters',
  validateSearch: search,
  loaderDeps: ({ search }) => search,
  loader: async ({ context, deps }) => {
    void context.queries.prefetchInfiniteQuery(pages(listUsageMeters, deps));
    await Promise.all([loadMessages('meters')]);
  },
  component: lazyRouteComponent(() => import('../../screens/meters/meter-list.tsx'), 'MeterList'),
});
