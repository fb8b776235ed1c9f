import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { loadMessages } from '../../../messages/catalogs.ts';
import { searchOf } from '../../search.ts';
import { rootRoute } from '../root-route.tsx';

export const newImportRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/imports/new',
  validateSearch: searchOf('type'),
  loader: () => loadMessages('imports'),
  component: lazyRouteComponent(() => import('../../screens/imports/new-import.tsx'), 'NewImport'),
});
