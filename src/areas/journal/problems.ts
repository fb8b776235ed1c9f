import { problemKind } from '#platform/problem.ts';

export const MAX_DAYS = 31;

export const journalPeriodInvalid = problemKind(
  'JOURNAL_PERIOD_INVALID',
  400,
  (d: { from: Temporal.PlainDate; to: Temporal.PlainDate }) =>
    `to: must be 1 to ${MAX_DAYS} days after from, which is ${d.from}; it is ${d.to}`,
);
