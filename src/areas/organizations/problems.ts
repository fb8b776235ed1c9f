import { notFoundKind, problemKind } from '#platform/problem.ts';

export const timezoneUnknown = problemKind(
  'TIMEZONE_UNKNOWN',
  400,
  (d: { timezone: string }) => `timezone: ${d.timezone} is not an IANA time zone such as Europe/Berlin`,
);
export const currencyUnknown = problemKind(
  'CURRENCY_UNKNOWN',
  400,
  (d: { currency: string }) => `currency: ${d.currency} is not an ISO 4217 currency`,
);
export const baseCurrencyInUse = problemKind(
  'BASE_CURRENCY_IN_USE',
  400,
  () => 'baseCurrency: cannot be changed, because an account, an invoice or a currency rate already exists',
);
export const currencyExists = problemKind(
  'CURRENCY_EXISTS',
  409,
  (d: { currency: string }) => `currency ${d.currency} already exists`,
);
export const currencyNotFound = notFoundKind('currency');
export const baseCurrencyKept = problemKind(
  'BASE_CURRENCY_KEPT',
  400,
  (d: { currency: string }) => `currency ${d.currency} is the base currency and cannot be removed`,
);
export const currencyInUse = problemKind(
  'CURRENCY_IN_USE',
  400,
  (d: { currency: string; account: string }) =>
    `currency ${d.currency} is the currency of account ${d.account} and cannot be removed`,
);
export const rateExists = problemKind(
  'CURRENCY_RATE_EXISTS',
  409,
  (d: { currency: string; effectiveFrom: string }) =>
    `currency ${d.currency} already has a rate from ${d.effectiveFrom}; send a rate with another ` +
    'effectiveFrom',
);
export const tooManyRates = problemKind(
  'TOO_MANY_RATES',
  400,
  (d: { max: number }) => `a currency may have at most ${d.max} rates, and this one has them all`,
);
export const clockBackwards = problemKind(
  'CLOCK_BACKWARDS',
  400,
  (d: { now: string }) =>
    `now: must not be before ${d.now}, the current time of the clock, which only moves forward`,
);
export const clockTooFar = problemKind(
  'CLOCK_TOO_FAR',
  400,
  (d: { limit: string }) => `now: must not be after ${d.limit}`,
);
export const clockMoveTooLong = problemKind(
  'CLOCK_MOVE_TOO_LONG',
  503,
  (d: { done: number; now: string }) => ({
    message:
      `now: the clock is at ${d.now} after ${d.done} items of scheduled work, the maximum per ` +
      'request; repeat the request to continue',
    headers: { 'retry-after': '1' },
  }),
);
