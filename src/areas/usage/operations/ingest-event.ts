import { operation } from '#platform/http/operation.ts';
import { invalidRequest } from '#platform/problem.ts';
import { ingestEvents } from '../ingest-events.ts';
import { eventTooLarge } from '../problems.ts';
import { findContradiction, isTooLarge } from '../read-events.ts';
import { IngestEventRequest, IngestEventResponse, MAX_EVENT_BYTES } from '../schema.ts';

export const ingestEvent = operation({
  id: 'ingestEvent',
  method: 'POST',
  route: '/ingest',
  scope: 'events:write',
  rateClass: 'ingest',
  summary: 'Ingest one event',
  description:
    'The answer comes after the event was stored and metered. Unknown accounts and schemas do not refuse ' +
    'it: its status says what became of it. Sending it again with the same id counts once.',
  request: { body: IngestEventRequest },
  response: { status: 202, body: IngestEventResponse },
  problems: [eventTooLarge],
  // Room for the envelope and white space; the event itself is measured below.
  bodyLimit: 2 * MAX_EVENT_BYTES,
  tooLargeStatus: 422,
  async handle(context, { body: { event } }) {
    if (isTooLarge(event)) throw eventTooLarge();
    const contradiction = findContradiction(event);
    if (contradiction) throw invalidRequest({ problems: [`event.${contradiction}`] });
    const source = { type: 'API', id: context.actor.credentialId };
    await ingestEvents(context, { sent: [event], source });
    return { success: true, statusCode: 202, name: 'ACCEPTED', message: 'event accepted' };
  },
});
