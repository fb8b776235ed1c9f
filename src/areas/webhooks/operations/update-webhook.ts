import { operation } from '#platform/http/operation.ts';
import { checkWebhook } from '../check-webhook.ts';
import { describeWebhook } from '../describe.ts';
import { chatSubscribes, typeNotPublished, typeUnknown, urlRefused, webhookNotFound } from '../problems.ts';
import { UpdateWebhookRequest, Webhook, WebhookParams } from '../schema.ts';
import { wakeDeliverer } from '../store/deliveries.ts';
import { type EndpointRow, lockEndpoint, updateEndpoint } from '../store/endpoints.ts';

export const updateWebhook = operation({
  id: 'updateWebhook',
  method: 'PATCH',
  route: '/ext/v1/webhooks/{webhook_id}',
  scope: 'webhooks:write',
  summary: 'Change, disable or enable a webhook',
  description:
    'Enabling the webhook sends its waiting deliveries; events of the time in between can be replayed. A ' +
    'new URL also applies to waiting deliveries.',
  request: { params: WebhookParams, body: UpdateWebhookRequest },
  response: { status: 200, body: Webhook },
  problems: [webhookNotFound, urlRefused, typeUnknown, typeNotPublished, chatSubscribes],
  async handle({ tx, org, now, deployment }, { params, body }) {
    checkWebhook(deployment, body);
    const row = await lockEndpoint(tx, org, params.webhook_id);
    if (!row) throw webhookNotFound({ id: params.webhook_id });
    if (row.format === 'CHAT' && body.types) throw chatSubscribes();
    const changed = await updateEndpoint(tx, org, { id: row.id, now, set: readChange(row, body) });
    if (row.status === 'DISABLED' && changed.status === 'ACTIVE') await wakeDeliverer(tx, org);
    return describeWebhook(changed);
  },
});

function readChange(row: EndpointRow, body: UpdateWebhookRequest): Partial<EndpointRow> {
  const { url, types, description, status } = body;
  return {
    ...(url !== undefined && { url }),
    ...(types !== undefined && { types }),
    ...(description !== undefined && { description }),
    ...(status === 'DISABLED' && row.status === 'ACTIVE' && { status, disabledReason: 'CALLER' as const }),
    // Restarts the five days after which a failing endpoint is disabled.
    ...(status === 'ACTIVE' &&
      row.status === 'DISABLED' && { status, disabledReason: null, failingSince: null }),
  };
}
