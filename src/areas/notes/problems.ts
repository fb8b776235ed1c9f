import { notFoundKind, problemKind } from '#platform/problem.ts';

export const noteNotFound = notFoundKind('note');
export const noteOwnerMissing = problemKind(
  'NOTE_OWNER_MISSING',
  400,
  () => 'customerId: send either customerId or accountId',
);
export const noteOfAnother = problemKind(
  'NOTE_OF_ANOTHER',
  403,
  (d: { author: string }) =>
    `the note is by ${d.author}; only its author can change it, and administrators can delete it`,
);
