import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { loadMessages } from '../../../messages/catalogs.ts';
import { searchOf } from '../../search.ts';
import { rootRoute } from '../root-route.tsx';

export const statementRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/statement',
  validateSearch: searchOf(
    ...['customer_id', 'account_id', 'invoice_group_id', 'currency', 'from', 'until', 'language'],
  ),
  loader: () => loadMessages('statement'),
  component: lazyRouteComponent(() => import('../../screens/statement/statement.tsx'), 'StatementOfAccount'),
});
