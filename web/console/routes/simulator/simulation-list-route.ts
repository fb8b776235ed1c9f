import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { listSimulations } from '../../../api/generated/price-experiments.ts';
import { pages } from '../../../api/queries.ts';
import { loadMessages } from '../../../messages/catalogs.ts';
import { searchOf } from '../../search.ts';
import { rootRoute } from '../root-route.tsx';

const search = searchOf('_search', '_sort');

export const simulationListRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/simulator',
  validateSearch: search,
  loaderDeps: ({ search }) => search,
  loader: async ({ context, deps }) => {
    void context.queries.prefetchInfiniteQuery(pages(listSimulations, deps));
    await Promise.all((['simulator', 'simulation'] as const).map(loadMessages));
  },
  component: lazyRouteComponent(
    () => import('../../screens/simulator/simulation-list.tsx'),
    'SimulationList',
  ),
});
