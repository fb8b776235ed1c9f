import './tables.ts';
import type { Area } from '#platform/http/area.ts';
import { webhookAudits } from './audits.ts';
import { startDelivering } from './deliver.ts';
import { createWebhook } from './operations/create-webhook.ts';
import { deleteWebhook } from './operations/delete-webhook.ts';
import { getWebhook } from './operations/get-webhook.ts';
import { getWebhookEvent } from './operations/get-webhook-event.ts';
import { listWebhookDeliveries } from './operations/list-webhook-deliveries.ts';
import { listWebhookEvents } from './operations/list-webhook-events.ts';
import { listWebhooks } from './operations/list-webhooks.ts';
import { replayWebhookEvents } from './operations/replay-webhook-events.ts';
import { resendWebhookDelivery } from './operations/resend-webhook-delivery.ts';
import { rotateWebhookSecret } from './operations/rotate-webhook-secret.ts';
import { sendTestEvent } from './operations/send-test-event.ts';
import { updateWebhook } from './operations/update-webhook.ts';
import { purgeOldEvents } from './purge-old-events.ts';
import { DELIVER_WEBHOOKS } from './store/deliveries.ts';

export const webhooks: Area = {
  name: 'webhooks',
  title: 'Webhooks',
  operations: [
    createWebhook,
    listWebhooks,
    getWebhook,
    updateWebhook,
    rotateWebhookSecret,
    sendTestEvent,
    replayWebhookEvents,
    listWebhookDeliveries,
    resendWebhookDelivery,
    deleteWebhook,
    listWebhookEvents,
    getWebhookEvent,
  ],
  maintenance: purgeOldEvents,
  audits: webhookAudits,
  background: { task: DELIVER_WEBHOOKS, start: startDelivering },
};
