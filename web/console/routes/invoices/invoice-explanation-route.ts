import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { explainInvoice } from '../../../api/generated/invoices.ts';
import { one } from '../../../api/queries.ts';
import { loadMessages } from '../../../messages/catalogs.ts';
import { loadStepWords } from '../../../parts/explain-steps/use-step-words.ts';
import { searchOf } from '../../search.ts';
import { rootRoute } from '../root-route.tsx';

const search = searchOf('line', 'tab');

export const invoiceExplanationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/invoices/$invoiceId/explain',
  validateSearch: search,
  loader: ({ context, params }) =>
    Promise.all([
      ...(['invoices', 'uncounted'] as const).map(loadMessages),
      loadStepWords(),
      context.queries.ensureQueryData(one(explainInvoice, { invoice_id: params.invoiceId })),
    ]),
  component: lazyRouteComponent(
    () => import('../../screens/invoices/invoice-explanation.tsx'),
    'InvoiceExplanation',
  ),
});
