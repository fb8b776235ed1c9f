import { Answer, operation } from '#platform/http/operation.ts';
import { ingestEvents } from '../ingest-events.ts';
import { noEventAccepted, tooManyEvents } from '../problems.ts';
import { readEvents } from '../read-events.ts';
import { IngestBatchEventRequest, IngestEventResponse, MAX_BATCH_EVENTS } from '../schema.ts';

export const ingestBatch = operation({
  id: 'ingestBatch',
  method: 'POST',
  route: '/ingestBatch',
  scope: 'events:write',
  rateClass: 'ingestBatch',
  summary: 'Ingest up to 1000 events',
  description:
    '202 when all events were accepted, 207 when some were refused: details.errors names them, and the ' +
    'others are stored and metered. 400 when none was accepted. The order inside a batch does not matter, ' +
    'except that of an id that comes twice the first one counts.',
  request: { body: IngestBatchEventRequest },
  response: { status: 202, body: IngestEventResponse, alternatives: { 207: IngestEventResponse } },
  problems: [tooManyEvents, noEventAccepted],
  bodyLimit: 5 * 1024 * 1024,
  tooLargeStatus: 422,
  async handle(context, { body }) {
    const count = body.events.length;
    if (count > MAX_BATCH_EVENTS) throw tooManyEvents({ count });
    const { accepted, refused } = readEvents(body.events);
    if (accepted.length === 0) throw noEventAccepted({ refused });
    const source = { type: 'API', id: context.actor.credentialId };
    await ingestEvents(context, { sent: accepted, source });
    const answer = { success: true, message: `${accepted.length} of ${count} events accepted` };
    if (refused.length === 0) return { ...answer, statusCode: 202, name: 'ACCEPTED' };
    return new Answer(207, {
      ...{ ...answer, statusCode: 207, name: 'PARTIALLY_ACCEPTED', code: 'EVENTS_REFUSED' },
      details: { errors: refused },
    });
  },
});
