import { notFoundKind, problemKind } from '#platform/problem.ts';
import { MAX_BATCH_EVENTS, MAX_EVENT_BYTES } from './schema.ts';

export const eventNotFound = notFoundKind('event');
export const tooManyEvents = problemKind(
  'TOO_MANY_EVENTS',
  422,
  (d: { count: number }) =>
    `events: must have at most ${MAX_BATCH_EVENTS} events, not ${d.count}; split the batch`,
);
export const eventTooLarge = problemKind(
  'EVENT_TOO_LARGE',
  422,
  () => `event: must be at most ${MAX_EVENT_BYTES / 1024} KiB`,
);
export const noEventAccepted = problemKind(
  'NO_EVENT_ACCEPTED',
  400,
  (d: { rejected: readonly { index: number; message: string }[] }) =>
    d.rejected.map(({ index, message }) => `events[${index}]: ${message}`).join('; '),
);

/** For entitlement checks (`metering-pricing.md` 11.6). */
export const duplicateEvent = problemKind('DUPLICATE_EVENT', 409, (d: { isIdentical: boolean }) =>
  d.isIdentical
    ? 'event.id: an identical event with this id was accepted before, and its credits are already debited'
    : 'event.id: another event with this id was accepted before; use a new id for a new event',
);
export const noEventId = problemKind(
  'NO_EVENT_ID',
  400,
  () => 'event.id: is required, because the schema of the event has no eventIdTemplate',
);
export const notAFeatureEvent = problemKind(
  'NOT_A_FEATURE_EVENT',
  400,
  (d: { schemaName: string }) =>
    `event.schemaName: ${d.schemaName} is not an active schema that meters a feature; use POST /ingest`,
);
export const insufficientCredits = problemKind(
  'INSUFFICIENT_CREDITS',
  400,
  (d: { reason: string; headers: Record<string, string> }) => ({
    ...{ message: `not entitled: ${d.reason}`, headers: d.headers },
  }),
);
export const enrichmentFailed = problemKind(
  'ENRICHMENT_FAILED',
  400,
  (d: { reason: string }) => `event: ${d.reason}`,
);
/** Fields missing, not a quantity, too late or too early. */
export const eventRefused = problemKind(
  'EVENT_REFUSED',
  400,
  (d: { reason: string }) => `event: ${d.reason}`,
);

/** For a correction request that does not select events. */
export const correctionInvalid = problemKind(
  'CORRECTION_INVALID',
  400,
  (d: { at: string; rule: string }) => `${d.at}: ${d.rule}`,
);
export const nothingToCorrect = problemKind(
  'NOTHING_TO_CORRECT',
  400,
  () => 'no event matches the filters; search for it with GET /events',
);
/** For a request to explain uncounted events. */
export const uncountedInvalid = problemKind(
  'UNCOUNTED_INVALID',
  400,
  (d: { at: string; rule: string }) => `${d.at}: ${d.rule}`,
);
/** For an entry of a job. */
export const correctionFailed = problemKind('CORRECTION_FAILED', 400, (d: { reason: string }) => d.reason);

/** More events are queued than this process can store in the next seconds. */
export const ingestionBusy = problemKind('INGESTION_BUSY', 503, () => ({
  message: 'the ingestion queue is full; repeat the request after Retry-After',
  headers: { 'retry-after': '1' },
}));

/** Limits listeners of the organization in this process; another process may have room. */
export const tooManyListeners = problemKind('TOO_MANY_LISTENERS', 429, () => ({
  message: 'too many event streams are open; close one, or retry after Retry-After',
  headers: { 'retry-after': '10' },
}));
export const tailBusy = problemKind('TAIL_BUSY', 503, () => ({
  message: 'this process cannot serve another event stream; retry after Retry-After',
  headers: { 'retry-after': '10' },
}));
