import { realNow } from '#platform/db/clock.ts';
import { operation } from '#platform/http/operation.ts';
import { describeDelivery } from '../describe.ts';
import { deliveryNotFound, deliveryRunning, webhookDisabled, webhookNotFound } from '../problems.ts';
import { DeliveryParams, MAX_ATTEMPTS_SHOWN, WebhookDelivery } from '../schema.ts';
import { listAttempts, listTypes, lockDelivery, restartDelivery } from '../store/deliveries.ts';
import { findEndpoint } from '../store/endpoints.ts';

export const resendWebhookDelivery = operation({
  id: 'resendWebhookDelivery',
  method: 'POST',
  route: '/ext/v1/webhooks/{webhook_id}/deliveries/{webhook_event_id}/resend',
  scope: 'webhooks:write',
  summary: 'Resend an event to a webhook',
  description:
    'Resends a delivery that is DELIVERED or FAILED, under the same webhook-id and with all retries.',
  request: { params: DeliveryParams },
  response: { status: 200, body: WebhookDelivery },
  problems: [webhookNotFound, webhookDisabled, deliveryNotFound, deliveryRunning],
  async handle({ tx, org }, { params }) {
    const endpoint = await findEndpoint(tx, org, params.webhook_id);
    if (!endpoint) throw webhookNotFound({ id: params.webhook_id });
    const key = { endpointId: endpoint.id, eventId: params.webhook_event_id };
    const delivery = await lockDelivery(tx, org, key);
    if (!delivery) throw deliveryNotFound({ id: key.eventId });
    if (endpoint.status === 'DISABLED') throw webhookDisabled({ id: endpoint.id });
    const { status } = delivery;
    if (status === 'PENDING' || status === 'RETRYING') throw deliveryRunning({ status });
    const row = await restartDelivery(tx, org, { ...key, now: realNow() });
    const wanted = { endpointId: endpoint.id, eventIds: [key.eventId], max: MAX_ATTEMPTS_SHOWN };
    const [types, attempts] = await Promise.all([
      listTypes(tx, org, wanted.eventIds),
      listAttempts(tx, org, wanted),
    ]);
    return describeDelivery(row, { type: types.get(key.eventId) ?? '', attempts });
  },
});
