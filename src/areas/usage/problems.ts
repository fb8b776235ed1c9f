import { notFoundKind, problemKind } from '#platform/problem.ts';
import { MAX_BATCH_EVENTS, MAX_EVENT_BYTES } from './schema.ts';

export const eventNotFound = notFoundKind('event');
export const tooManyEvents = problemKind(
  'TOO_MANY_EVENTS',
  422,
  (d: { count: number }) => `events: ${d.count} sent, at most ${MAX_BATCH_EVENTS} are taken in one request`,
);
export const eventTooLarge = problemKind(
  'EVENT_TOO_LARGE',
  422,
  () => `event: must be at most ${MAX_EVENT_BYTES / 1024} KiB`,
);
export const noEventAccepted = problemKind(
  'NO_EVENT_ACCEPTED',
  400,
  (d: { refused: readonly { index: number; message: string }[] }) =>
    d.refused.map(({ index, message }) => `events[${index}]: ${message}`).join('; '),
);
