import { HeadedResponse } from '#platform/http/headed-response.ts';
import { longOperation, SameResponse } from '#platform/http/operation.ts';
import { invalidRequest } from '#platform/problem.ts';
import { ingestAlone } from '../ingestion/ingest-alone.ts';
import { ingestionOf, rejectWhenFull } from '../ingestion/ingestion.ts';
import { eventTooLarge, ingestionBusy } from '../problems.ts';
import { findContradiction, isTooLarge } from '../read-events.ts';
import { readPlainBody } from '../read-plain-body.ts';
import { describeRecorded, type Recorded } from '../recorded.ts';
import {
  EVENT_HEADERS,
  type Event,
  IngestEventRequest,
  IngestEventResponse,
  MAX_EVENT_BYTES,
} from '../schema.ts';

export const ingestEvent = longOperation({
  id: 'ingestEvent',
  method: 'POST',
  route: '/ingest',
  scope: 'events:write',
  rateClass: 'ingest',
  summary: 'Ingest one event',
  description:
    'The response is sent after the event was stored and metered. Unknown accounts and schemas do not ' +
    'reject it: Event-Status is its result. An event sent again with the same id counts once. GET ' +
    '/events/{event_id} accepts the value of Event-Reference and returns the reason.',
  request: { body: IngestEventRequest },
  response: { status: 202, body: IngestEventResponse, headers: EVENT_HEADERS },
  problems: [eventTooLarge, ingestionBusy],
  // Leaves room for the envelope and white space; the event itself is measured below.
  bodyLimit: 2 * MAX_EVENT_BYTES,
  tooLargeStatus: 422,
  rejectEarly: rejectWhenFull,
  readPlainBody,
  async handleLong({ database, deployment, org, actor, bodyBytes }, { body: { event } }) {
    checkEvent(event);
    const source = { type: 'API', id: actor.credentialId };
    const recordedAt = await ingestionOf(database, deployment).ingest(org, {
      events: [{ event, source, isEntitled: false }],
      bodyBytes,
    });
    return response(recordedAt(0));
  },
  async handle(context, { body: { event } }) {
    checkEvent(event);
    const source = { type: 'API', id: context.actor.credentialId };
    const { recordedAt } = await ingestAlone(context, [{ event, source, isEntitled: false }]);
    return response(recordedAt(0));
  },
});

const ACCEPTED = new SameResponse(202, {
  ...{ success: true, statusCode: 202, name: 'ACCEPTED', message: 'event accepted' },
});

function response(recorded: Recorded): HeadedResponse {
  return new HeadedResponse(ACCEPTED, describeRecorded(recorded));
}

function checkEvent(event: Event): void {
  if (isTooLarge(event)) throw eventTooLarge();
  const contradiction = findContradiction(event);
  if (contradiction) throw invalidRequest({ problems: [`event.${contradiction}`] });
}
