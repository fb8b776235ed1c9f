import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { loadMessages } from '../../../messages/catalogs.ts';
import { searchOf } from '../../search.ts';
import { rootRoute } from '../root-route.tsx';

const search = searchOf('step');

export const creditNoteRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/invoices/$invoiceId/credit-note',
  validateSearch: search,
  loader: () => loadMessages('creditNote'),
  component: lazyRouteComponent(() => import('../../screens/invoices/credit-note.tsx'), 'CreditNote'),
});
