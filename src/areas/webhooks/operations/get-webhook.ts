import { operation } from '#platform/http/operation.ts';
import { describeWebhook } from '../describe.ts';
import { webhookNotFound } from '../problems.ts';
import { Webhook, WebhookParams } from '../schema.ts';
import { findEndpoint } from '../store/endpoints.ts';

export const getWebhook = operation({
  id: 'getWebhook',
  method: 'GET',
  route: '/ext/v1/webhooks/{webhook_id}',
  scope: 'webhooks:read',
  summary: 'Get a webhook, without its secret',
  request: { params: WebhookParams },
  response: { status: 200, body: Webhook },
  problems: [webhookNotFound],
  async handle({ tx, org }, { params }) {
    const row = await findEndpoint(tx, org, params.webhook_id);
    if (!row) throw webhookNotFound({ id: params.webhook_id });
    return describeWebhook(row);
  },
});
