import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { loadMessages } from '../../../messages/catalogs.ts';
import { searchOf } from '../../search.ts';
import { rootRoute } from '../root-route.tsx';

const search = searchOf('copy', 'sample', 'invoice');

export const newTemplateRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/settings/templates/new',
  validateSearch: search,
  loader: () => loadMessages('invoiceTemplates'),
  component: lazyRouteComponent(
    () => import('../../screens/invoice-templates/new-template.tsx'),
    'NewTemplate',
  ),
});
