import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { loadMessages } from '../../../messages/catalogs.ts';
import { searchOf } from '../../search.ts';
import { rootRoute } from '../root-route.tsx';

const search = searchOf('source', 'version', 'target', 'targetVersion');

export const newMigrationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/migrations/new',
  validateSearch: search,
  loader: () => loadMessages('migrations'),
  component: lazyRouteComponent(() => import('../../screens/migrations/new-migration.tsx'), 'NewMigration'),
});
