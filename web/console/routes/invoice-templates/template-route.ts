import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { getInvoiceTemplate } from '../../../api/generated/invoice-templates.ts';
import { getOrganizationSettings } from '../../../api/generated/settings.ts';
import { one } from '../../../api/queries.ts';
import { loadMessages } from '../../../messages/catalogs.ts';
import { loadWaiting } from '../../../parts/waiting/waiting-query.ts';
import { searchOf } from '../../search.ts';
import { rootRoute } from '../root-route.tsx';

const search = searchOf('sample', 'invoice');

export const templateRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/settings/templates/$templateId',
  validateSearch: search,
  loader: ({ context, params }) =>
    Promise.all([
      loadWaiting(context, params.templateId),
      loadMessages('invoiceTemplates'),
      context.queries.ensureQueryData(one(getOrganizationSettings, {})),
      context.queries.ensureQueryData(one(getInvoiceTemplate, { invoice_template_id: params.templateId })),
    ]),
  component: lazyRouteComponent(
    () => import('../../screens/invoice-templates/template-detail.tsx'),
    'TemplateDetail',
  ),
});
