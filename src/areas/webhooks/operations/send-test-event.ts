import { realNow } from '#platform/db/clock.ts';
import { findOutgoingHold } from '#platform/db/outgoing-hold.ts';
import { operation } from '#platform/http/operation.ts';
import { newId } from '#platform/ids.ts';
import { describeDelivery } from '../describe.ts';
import { webhookDisabled, webhookNotFound, webhooksHeld } from '../problems.ts';
import { WebhookDelivery, WebhookParams } from '../schema.ts';
import { enqueueDelivery, findDelivery } from '../store/deliveries.ts';
import { findEndpoint } from '../store/endpoints.ts';
import { insertEvents, setObjects } from '../store/events.ts';

const TYPE = 'webhook.test';

export const sendTestEvent = operation({
  id: 'sendTestEvent',
  method: 'POST',
  route: '/ext/v1/webhooks/{webhook_id}/test',
  scope: 'webhooks:write',
  summary: 'Send a test event to a webhook',
  description: 'Sends an event of type webhook.test to this webhook only, whatever it subscribes to.',
  request: { params: WebhookParams },
  response: { status: 200, body: WebhookDelivery },
  problems: [webhookNotFound, webhookDisabled, webhooksHeld],
  async handle({ tx, org, now }, { params }) {
    const endpoint = await findEndpoint(tx, org, params.webhook_id);
    if (!endpoint) throw webhookNotFound({ id: params.webhook_id });
    const { id: endpointId, status } = endpoint;
    if (status === 'DISABLED') throw webhookDisabled({ id: endpointId });
    // Whoever tests a receiver waits for the result.
    const hold = await findOutgoingHold(tx, 'WEBHOOKS');
    if (hold) throw webhooksHeld({ since: hold.heldAt.toString(), reason: hold.reason });
    const createdAt = realNow();
    const id = newId('evt', createdAt);
    const event = { org, type: TYPE, kind: 'webhook', id: endpointId, at: now };
    // Without patterns, no other webhook receives it.
    await insertEvents(tx, org, { events: [{ event, id, patterns: [], previous: null }], createdAt });
    await setObjects(tx, org, [{ id, object: JSON.stringify({ id: endpointId, message: 'It works.' }) }]);
    await enqueueDelivery(tx, org, { endpointId, eventId: id, now: createdAt });
    const row = await findDelivery(tx, org, { endpointId, eventId: id });
    if (!row) throw new Error(`delivery of ${id} is gone`);
    return describeDelivery(row, { type: TYPE, attempts: [] });
  },
});
