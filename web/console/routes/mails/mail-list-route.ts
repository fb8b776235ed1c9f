import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { listMails } from '../../../api/generated/mails.ts';
import { pages } from '../../../api/queries.ts';
import { loadMessages } from '../../../messages/catalogs.ts';
import { searchOf } from '../../search.ts';
import { rootRoute } from '../root-route.tsx';

const search = searchOf(
  ...(['_search', 'kind', 'status'] as const),
  ...(['customer_id', 'account_id', 'invoice_id', 'alert_id'] as const),
);

export const mailListRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/mails',
  validateSearch: search,
  loaderDeps: ({ search }) => search,
  loader: async ({ context, deps }) => {
    void context.queries.prefetchInfiniteQuery(pages(listMails, deps));
    await loadMessages('mails');
  },
  component: lazyRouteComponent(() => import('../../screens/mails/mail-list.tsx'), 'MailList'),
});
