import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { loadMessages } from '../../../messages/catalogs.ts';
import { searchOf } from '../../search.ts';
import { rootRoute } from '../root-route.tsx';

const search = searchOf(
  ...(['customer', 'account', 'plan', 'from', 'until', 'waiting'] as const),
  ...(['level', '_search', '_sort'] as const),
);

export const monthCloseRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/month-close',
  validateSearch: search,
  loader: () => loadMessages('billRuns'),
  component: lazyRouteComponent(() => import('../../screens/bill-runs/month-close.tsx'), 'MonthClose'),
});
