import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { listFinalizationHooks } from '../../../api/generated/finalization-hooks.ts';
import { one } from '../../../api/queries.ts';
import { loadMessages } from '../../../messages/catalogs.ts';
import { searchOf } from '../../search.ts';
import { rootRoute } from '../root-route.tsx';

const search = searchOf('tab');

export const finalizationHooksRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/settings/finalization-hooks',
  validateSearch: search,
  loader: ({ context }) =>
    Promise.all([
      loadMessages('finalizationHooks'),
      context.queries.ensureQueryData(one(listFinalizationHooks, {})),
    ]),
  component: lazyRouteComponent(
    () => import('../../screens/finalization-hooks/finalization-hooks.tsx'),
    'FinalizationHooks',
  ),
});
