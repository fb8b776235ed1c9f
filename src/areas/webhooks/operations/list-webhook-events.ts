import { operation } from '#platform/http/operation.ts';
import { describeEvent } from '../describe.ts';
import { WebhookEventPage } from '../schema.ts';
import { eventList, listEvents } from '../store/events.ts';

export const listWebhookEvents = operation({
  id: 'listWebhookEvents',
  method: 'GET',
  route: '/ext/v1/webhooks/events',
  scope: 'webhooks:read',
  summary: 'List the events of the last 30 days, whether or not they were sent',
  response: { status: 200, body: WebhookEventPage },
  list: eventList,
  async handle({ tx, org }, { page }) {
    const { rows, nextToken } = await listEvents(tx, org, page);
    return { data: rows.map(describeEvent), nextToken };
  },
});
