import { notFoundKind, problemKind } from '#platform/problem.ts';

export const creditEntryNotFound = notFoundKind('feature credit entry');
export const creditEntryVoided = problemKind(
  'FEATURE_CREDIT_ENTRY_VOIDED',
  400,
  (d: { id: string }) => `feature credit entry ${d.id} is voided; what is voided stays so`,
);
export const overageEntryFixed = problemKind(
  'OVERAGE_ENTRY_FIXED',
  400,
  (d: { id: string }) =>
    `feature credit entry ${d.id} is overage: its limit and its block are those of the price plan`,
);
export const creditEntryInvalid = problemKind(
  'FEATURE_CREDIT_ENTRY_INVALID',
  400,
  (d: { at: string; rule: string }) => `${d.at}: ${d.rule}`,
);
