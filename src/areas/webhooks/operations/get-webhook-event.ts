import { operation } from '#platform/http/operation.ts';
import { describeWholeEvent } from '../describe.ts';
import { webhookEventNotFound } from '../problems.ts';
import { WebhookEvent, WebhookEventParams } from '../schema.ts';
import { findEvent } from '../store/events.ts';

export const getWebhookEvent = operation({
  id: 'getWebhookEvent',
  method: 'GET',
  route: '/ext/v1/webhooks/events/{webhook_event_id}',
  scope: 'webhooks:read',
  summary: 'Get an event with its body',
  request: { params: WebhookEventParams },
  response: { status: 200, body: WebhookEvent },
  problems: [webhookEventNotFound],
  async handle({ tx, org }, { params }) {
    const event = await findEvent(tx, org, params.webhook_event_id);
    if (!event) throw webhookEventNotFound({ id: params.webhook_event_id });
    return describeWholeEvent(event);
  },
});
