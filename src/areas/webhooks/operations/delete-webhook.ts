import { operation } from '#platform/http/operation.ts';
import { Success } from '#platform/http/schemas.ts';
import { webhookNotFound } from '../problems.ts';
import { WebhookParams } from '../schema.ts';
import { deleteEndpoint } from '../store/endpoints.ts';

export const deleteWebhook = operation({
  id: 'deleteWebhook',
  method: 'DELETE',
  route: '/ext/v1/webhooks/{webhook_id}',
  scope: 'webhooks:write',
  summary: 'Delete a webhook with its deliveries',
  description: 'Waiting deliveries are dropped. Events stay in the log.',
  request: { params: WebhookParams },
  response: { status: 200, body: Success },
  problems: [webhookNotFound],
  deletes: 'webhook',
  async handle({ tx, org }, { params }) {
    if (!(await deleteEndpoint(tx, org, params.webhook_id))) throw webhookNotFound({ id: params.webhook_id });
    return { success: true };
  },
});
