import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { listInvoiceTemplates } from '../../../api/generated/invoice-templates.ts';
import { getOrganizationSettings } from '../../../api/generated/settings.ts';
import { one, pages } from '../../../api/queries.ts';
import { loadMessages } from '../../../messages/catalogs.ts';
import { searchOf } from '../../search.ts';
import { rootRoute } from '../root-route.tsx';

const search = searchOf('_search', '_sort', 'status');

export const templateListRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/settings/templates',
  validateSearch: search,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => {
    void context.queries.prefetchInfiniteQuery(pages(listInvoiceTemplates, deps));
    return Promise.all([
      loadMessages('invoiceTemplates'),
      context.queries.ensureQueryData(one(getOrganizationSettings, {})),
    ]);
  },
  component: lazyRouteComponent(
    () => import('../../screens/invoice-templates/template-list.tsx'),
    'TemplateList',
  ),
});
