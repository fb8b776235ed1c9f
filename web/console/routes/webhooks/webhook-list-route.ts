import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { listWebhooks } from '../../../api/generated/webhooks.ts';
import { pages } from '../../../api/queries.ts';
import { loadMessages } from '../../../messages/catalogs.ts';
import { searchOf } from '../../search.ts';
import { rootRoute } from '../root-route.tsx';

const search = searchOf('status');

export const webhookListRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/webhooks',
  validateSearch: search,
  loaderDeps: ({ search }) => search,
  loader: async ({ context, deps }) => {
    void context.queries.prefetchInfiniteQuery(pages(listWebhooks, deps));
    await Promise.all([loadMessages('webhooks')]);
  },
  component: lazyRouteComponent(() => import('../../screens/webhooks/webhook-list.tsx'), 'WebhookList'),
});
