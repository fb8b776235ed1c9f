import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { loadMessages } from '../../../messages/catalogs.ts';
import { searchOf } from '../../search.ts';
import { rootRoute } from '../root-route.tsx';

const search = searchOf('_sort');

export const receivableRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/receivables/$debtorType/$debtorId',
  validateSearch: search,
  loader: () => loadMessages('receivables'),
  component: lazyRouteComponent(
    () => import('../../screens/receivables/receivable-detail.tsx'),
    'ReceivableDetail',
  ),
});
