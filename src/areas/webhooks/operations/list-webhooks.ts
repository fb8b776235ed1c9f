import { operation } from '#platform/http/operation.ts';
import { describeWebhook } from '../describe.ts';
import { WebhookPage } from '../schema.ts';
import { endpointList, listEndpoints } from '../store/endpoints.ts';

export const listWebhooks = operation({
  id: 'listWebhooks',
  method: 'GET',
  route: '/ext/v1/webhooks',
  scope: 'webhooks:read',
  summary: 'List webhooks, without their secrets',
  response: { status: 200, body: WebhookPage },
  list: endpointList,
  async handle({ tx, org }, { page }) {
    const { rows, nextToken } = await listEndpoints(tx, org, page);
    return { data: rows.map(describeWebhook), nextToken };
  },
});
