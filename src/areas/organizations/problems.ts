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
  () => 'baseCurrency: cannot be changed once an account, an invoice or a rate to it exists',
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
    `currency ${d.currency} is that of account ${d.account} and cannot be removed`,
);
export const rateExists = problemKind(
  'CURRENCY_RATE_EXISTS',
  409,
  (d: { currency: string; effectiveFrom: string }) =>
    `currency ${d.currency} already has a rate from ${d.effectiveFrom}; mend it from another day on`,
);
export const tooManyRates = problemKind(
  'TOO_MANY_RATES',
  400,
  (d: { max: number }) => `a currency has at most ${d.max} rates`,
);
export const clockBackwards = problemKind(
  'CLOCK_BACKWARDS',
  400,
  (d: { now: string }) => `now: the clock moves forward only and stands at ${d.now}`,
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
      `now: ${d.done} pieces of scheduled work were done, which is as many as one request may do, ` +
      `and the clock stands at ${d.now}; send the request again to go on from there`,
    headers: { 'retry-after': '1' },
  }),
);
