import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { getWebhook } from '../../../api/generated/webhooks.ts';
import { one } from '../../../api/queries.ts';
import { loadMessages } from '../../../messages/catalogs.ts';
import { loadWaiting } from '../../../parts/waiting/waiting-query.ts';
import { rootRoute } from '../root-route.tsx';

export const webhookRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/webhooks/$webhookId',
  loader: ({ context, params }) =>
    Promise.all([
      loadWaiting(context, params.webhookId),
      loadMessages('webhooks'),
      context.queries.ensureQueryData(one(getWebhook, { webhook_id: params.webhookId })),
    ]),
  component: lazyRouteComponent(() => import('../../screens/webhooks/webhook-detail.tsx'), 'WebhookDetail'),
});
