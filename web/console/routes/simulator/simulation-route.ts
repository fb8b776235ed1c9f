import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { getSimulation } from '../../../api/generated/price-experiments.ts';
import { one } from '../../../api/queries.ts';
import { loadMessages } from '../../../messages/catalogs.ts';
import { loadStepWords } from '../../../parts/explain-steps/use-step-words.ts';
import { loadWaiting } from '../../../parts/waiting/waiting-query.ts';
import { searchOf } from '../../search.ts';
import { rootRoute } from '../root-route.tsx';

const search = searchOf('scenario');

export const simulationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/simulator/$simulationId',
  validateSearch: search,
  loader: ({ context, params }) =>
    Promise.all([
      loadWaiting(context, params.simulationId),
      ...(['simulator', 'simulation'] as const).map(loadMessages),
      loadStepWords(),
      context.queries.ensureQueryData(one(getSimulation, { simulation_id: params.simulationId })),
    ]),
  component: lazyRouteComponent(
    () => import('../../screens/simulator/simulation-detail.tsx'),
    'SimulationDetail',
  ),
});
