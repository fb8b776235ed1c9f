import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { loadMessages } from '../../../messages/catalogs.ts';
import { searchOf } from '../../search.ts';
import { rootRoute } from '../root-route.tsx';

const search = searchOf('customer', 'account', 'plan', 'from', 'until');

export const newBillRunRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/bill-runs/new',
  validateSearch: search,
  loader: () => loadMessages('billRuns'),
  component: lazyRouteComponent(() => import('../../screens/bill-runs/new-bill-run.tsx'), 'NewBillRun'),
});
