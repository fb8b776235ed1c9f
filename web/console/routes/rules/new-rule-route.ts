import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { loadMessages } from '../../../messages/catalogs.ts';
import { searchOf } from '../../search.ts';
import { rootRoute } from '../root-route.tsx';

const search = searchOf('plan');

export const newRuleRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/rules/new',
  validateSearch: search,
  loader: () => loadMessages('rules'),
  component: lazyRouteComponent(() => import('../../screens/rules/new-rule.tsx'), 'NewRule'),
});
