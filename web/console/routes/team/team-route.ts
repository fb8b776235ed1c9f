import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { loadMessages } from '../../../messages/catalogs.ts';
import { searchOf } from '../../search.ts';
import { rootRoute } from '../root-route.tsx';

const search = searchOf('tab');

export const teamRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/team',
  validateSearch: search,
  loader: () => loadMessages('team'),
  component: lazyRouteComponent(() => import('../../screens/team/team.tsx'), 'Team'),
});
