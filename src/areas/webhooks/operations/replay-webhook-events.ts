import { realNow } from '#platform/db/clock.ts';
import { operation } from '#platform/http/operation.ts';
import { webhookDisabled, webhookNotFound, windowInvalid } from '../problems.ts';
import { Replay, ReplayRequest, WebhookParams } from '../schema.ts';
import { replayEvents } from '../store/deliveries.ts';
import { lockEndpoint } from '../store/endpoints.ts';

const MAX_WINDOW = { hours: 30 * 24 } as const;
const MAX_EVENTS = 1000;

export const replayWebhookEvents = operation({
  id: 'replayWebhookEvents',
  method: 'POST',
  route: '/ext/v1/webhooks/{webhook_id}/replay',
  scope: 'webhooks:write',
  summary: 'Replay the events of a time range to a webhook',
  description:
    'Replays events of the types that the webhook subscribes to now, from `from` to before `until`, the ' +
    'oldest first, under their own webhook-id; deliveries in progress continue. At most 1000 per ' +
    'request: `nextFrom` and `lastEventId` of the response continue the replay. The object of an event ' +
    'without subscribers at the time contains only its id and type.',
  request: { params: WebhookParams, body: ReplayRequest },
  response: { status: 200, body: Replay },
  problems: [webhookNotFound, webhookDisabled, windowInvalid],
  async handle({ tx, org }, { params, body: { from, until, afterEventId } }) {
    const isAscending = Temporal.Instant.compare(from, until) < 0;
    if (!isAscending || Temporal.Instant.compare(from.add(MAX_WINDOW), until) < 0) throw windowInvalid();
    const endpoint = await lockEndpoint(tx, org, params.webhook_id);
    if (!endpoint) throw webhookNotFound({ id: params.webhook_id });
    if (endpoint.status === 'DISABLED') throw webhookDisabled({ id: endpoint.id });
    const { count, lastAt, lastId } = await replayEvents(tx, org, {
      ...{ endpointId: endpoint.id, from, until, after: afterEventId ?? '' },
      ...{ now: realNow(), max: MAX_EVENTS },
    });
    return count < MAX_EVENTS ? { count } : { count, nextFrom: lastAt, lastEventId: lastId };
  },
});
