import { operation } from '#platform/http/operation.ts';
import { describeDelivery } from '../describe.ts';
import { webhookNotFound } from '../problems.ts';
import { MAX_ATTEMPTS_SHOWN, WebhookDeliveryPage, WebhookParams } from '../schema.ts';
import { deliveryList, listAttempts, listDeliveries, listTypes } from '../store/deliveries.ts';
import { findEndpoint } from '../store/endpoints.ts';

export const listWebhookDeliveries = operation({
  id: 'listWebhookDeliveries',
  method: 'GET',
  route: '/ext/v1/webhooks/{webhook_id}/deliveries',
  scope: 'webhooks:read',
  summary: 'List the deliveries of a webhook in the last 30 days, with every attempt',
  request: { params: WebhookParams },
  response: { status: 200, body: WebhookDeliveryPage },
  problems: [webhookNotFound],
  list: deliveryList,
  async handle({ tx, org }, { params, page }) {
    const endpoint = await findEndpoint(tx, org, params.webhook_id);
    if (!endpoint) throw webhookNotFound({ id: params.webhook_id });
    const endpointId = endpoint.id;
    const { rows, nextToken } = await listDeliveries(tx, org, { endpointId, page });
    const eventIds = rows.map(({ eventId }) => eventId);
    const [types, attempts] = await Promise.all([
      listTypes(tx, org, eventIds),
      listAttempts(tx, org, { endpointId, eventIds, max: MAX_ATTEMPTS_SHOWN }),
    ]);
    const byEvent = Map.groupBy(attempts, ({ eventId }) => eventId);
    const data = rows.map((row) => {
      const { eventId } = row;
      return describeDelivery(row, {
        type: types.get(eventId) ?? '',
        attempts: byEvent.get(eventId) ?? [],
      });
    });
    return { data, nextToken };
  },
});
