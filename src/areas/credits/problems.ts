import { notFoundKind, problemKind } from '#platform/problem.ts';

export const creditNotFound = notFoundKind('credit');
/** An applicable id of a grant is no billable group, usage meter, add-on or feature. */
export const billableNotFound = notFoundKind('billable');

/** A grant of a request, by its index. */
interface At {
  at: string;
}

export const amountTooFine = problemKind(
  'CREDIT_AMOUNT_TOO_FINE',
  400,
  (d: At & { currency: string; digits: number }) =>
    `${d.at}creditAmount: must have at most ${d.digits} decimal places in ${d.currency}`,
);
export const periodReversed = problemKind(
  'CREDIT_PERIOD_REVERSED',
  400,
  (d: At) => `${d.at}effectiveUntil: must not be before effectiveFrom`,
);
export const periodPast = problemKind(
  'CREDIT_PERIOD_PAST',
  400,
  (d: At & { today: string }) => `${d.at}effectiveUntil: must not be before today, ${d.today}`,
);
export const creditKeyTaken = problemKind(
  'CREDIT_KEY_TAKEN',
  409,
  (d: At & { key: string }) =>
    `${d.at}idempotencyKey: ${d.key} was used before for another credit of the account; use a new key`,
);
export const creditSettled = problemKind(
  'CREDIT_SETTLED',
  400,
  (d: { id: string; status: string }) => `credit ${d.id} is ${d.status} and cannot be voided`,
);
/** Two documents were computed from one state of the credit; the second must be recomputed. */
export const creditOverdrawn = problemKind(
  'CREDIT_OVERDRAWN',
  409,
  (d: { id: string; remaining: string }) =>
    `credit ${d.id} has ${d.remaining} remaining; read it again and send at most that amount`,
);
