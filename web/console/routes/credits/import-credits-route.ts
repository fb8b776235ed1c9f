import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { loadMessages } from '../../../messages/catalogs.ts';
import { rootRoute } from '../root-route.tsx';

export const importCreditsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/credits/import',
  loader: () => Promise.all((['creditImport', 'balances'] as const).map(loadMessages)),
  component: lazyRouteComponent(() => import('../../screens/credits/import-credits.tsx'), 'ImportCredits'),
});
