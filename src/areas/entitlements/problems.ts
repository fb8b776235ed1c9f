import { notFoundKind, problemKind } from '#platform/problem.ts';

export const creditEntryNotFound = notFoundKind('feature credit entry');
export const creditEntryVoided = problemKind(
  'FEATURE_CREDIT_ENTRY_VOIDED',
  400,
  (d: { id: string }) =>
    `feature credit entry ${d.id} is voided, which cannot be undone; grant new credits instead`,
);
export const overageEntryFixed = problemKind(
  'OVERAGE_ENTRY_FIXED',
  400,
  (d: { id: string }) =>
    `feature credit entry ${d.id} is overage: the price plan sets its limit and its block; change ` +
    'its rate card instead',
);
export const creditEntryInvalid = problemKind(
  'FEATURE_CREDIT_ENTRY_INVALID',
  400,
  (d: { at: string; rule: string }) => `${d.at}: ${d.rule}`,
);
