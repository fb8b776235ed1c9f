import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { loadMessages } from '../../../messages/catalogs.ts';
import { searchOf } from '../../search.ts';
import { rootRoute } from '../root-route.tsx';

export const newAlertRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/alerts/new',
  validateSearch: searchOf('kind', 'account', 'watched'),
  loader: () => loadMessages('alerts'),
  component: lazyRouteComponent(() => import('../../screens/alerts/new-alert.tsx'), 'NewAlert'),
});
