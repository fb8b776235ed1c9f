import { ApiResponse, longOperation } from '#platform/http/operation.ts';
import { type BatchResult, describeResults } from '../describe-results.ts';
import { ingestAlone } from '../ingestion/ingest-alone.ts';
import { ingestionOf, rejectWhenFull } from '../ingestion/ingestion.ts';
import { ingestionBusy, noEventAccepted, tooManyEvents } from '../problems.ts';
import { readEvents } from '../read-events.ts';
import { BatchQuery, IngestBatchEventRequest, IngestBatchResponse, MAX_BATCH_EVENTS } from '../schema.ts';

export const ingestBatch = longOperation({
  id: 'ingestBatch',
  method: 'POST',
  route: '/ingestBatch',
  scope: 'events:write',
  rateClass: 'ingestBatch',
  summary: 'Ingest up to 1000 events',
  description:
    '202 if all events were accepted; 207 if some were rejected: details.errors lists them, and the ' +
    'others are stored and metered. 400 if none was accepted. The order of a batch does not matter, ' +
    'except that the first event with a repeated id counts. With results=true the response includes the ' +
    'result of each event.',
  request: { query: BatchQuery, body: IngestBatchEventRequest },
  response: { status: 202, body: IngestBatchResponse, alternatives: { 207: IngestBatchResponse } },
  problems: [tooManyEvents, noEventAccepted, ingestionBusy],
  bodyLimit: 5 * 1024 * 1024,
  tooLargeStatus: 422,
  rejectEarly: rejectWhenFull,
  async handleLong({ database, deployment, org, actor, bodyBytes }, { query, body }) {
    const read = await readBatch(body.events);
    const source = { type: 'API', id: actor.credentialId };
    const events = read.accepted.map((event) => ({ event, source, isEntitled: false }));
    const recordedAt = await ingestionOf(database, deployment).ingest(org, { events, bodyBytes });
    return describeBatch(read, query.results ? describeResults(read, recordedAt) : null);
  },
  async handle(context, { query, body }) {
    const read = await readBatch(body.events);
    const source = { type: 'API', id: context.actor.credentialId };
    const { recordedAt } = await ingestAlone(
      context,
      read.accepted.map((event) => ({ event, source, isEntitled: false })),
    );
    return describeBatch(read, query.results ? describeResults(read, recordedAt) : null);
  },
});

type Batch = Awaited<ReturnType<typeof readEvents>>;

async function readBatch(events: readonly unknown[]): Promise<Batch> {
  const count = events.length;
  if (count > MAX_BATCH_EVENTS) throw tooManyEvents({ count });
  const batch = await readEvents(events);
  if (batch.accepted.length === 0) throw noEventAccepted({ rejected: batch.rejected });
  return batch;
}

function describeBatch({ accepted, rejected }: Batch, results: BatchResult[] | null) {
  const count = accepted.length + rejected.length;
  const response = {
    ...{ success: true, message: `${accepted.length} of ${count} events accepted` },
    ...(results && { results }),
  };
  if (rejected.length === 0) return { ...response, statusCode: 202, name: 'ACCEPTED' };
  return new ApiResponse(207, {
    ...{ ...response, statusCode: 207, name: 'PARTIALLY_ACCEPTED', code: 'EVENTS_REFUSED' },
    details: { errors: rejected },
  });
}
