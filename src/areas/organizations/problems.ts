import { problemKind } from '#platform/problem.ts';

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
