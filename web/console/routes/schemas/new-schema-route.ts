import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { loadMessages } from '../../../messages/catalogs.ts';
import { rootRoute } from '../root-route.tsx';

export const newSchemaRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/schemas/new',
  loader: () => Promise.all((['schemas', 'schemaForm'] as const).map(loadMessages)),
  component: lazyRouteComponent(() => import('../../screens/schemas/new-schema.tsx'), 'NewSchema'),
});
