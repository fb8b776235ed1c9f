import { expect, test } from 'vitest';
import { dueDateOf, nextDay } from './invoice-dates.ts';

const at = Temporal.Instant.from;

test.each([
  // invoice date             net term  zone               due date
  ['2030-02-05T00:00:00Z', 45, 'UTC', '2030-03-22T23:59:59.999Z'], // 5 Feb + 23 = 28 Feb, + 22 = 22 Mar
  ['2032-02-05T00:00:00Z', 45, 'UTC', '2032-03-21T23:59:59.999Z'], // a leap year has one day more
  ['2030-02-01T00:00:00Z', 0, 'UTC', '2030-02-01T23:59:59.999Z'],
  // 1 March 00:00 in New York; 10 March, a day of 23 hours, ends at 04:00 UTC instead of 05:00.
  ['2030-03-01T05:00:00Z', 9, 'America/New_York', '2030-03-11T03:59:59.999Z'],
])(
  'an invoice of %s with a net term of %i days in %s is due on %s',
  (invoiceDate, netTermDays, timeZone, due) => {
    expect(String(dueDateOf({ invoiceDate: at(invoiceDate), netTermDays, timeZone }))).toBe(due);
  },
);

test.each([
  ['2030-02-01T00:00:00Z', 'UTC', '2030-02-02T00:00:00Z'],
  ['2030-02-01T23:59:59.999Z', 'UTC', '2030-02-02T00:00:00Z'],
  ['2030-03-10T05:00:00Z', 'America/New_York', '2030-03-11T04:00:00Z'], // 23 hours
])('the day after %s in %s begins at %s', (instant, zone, next) => {
  expect(String(nextDay(at(instant), zone))).toBe(next);
});
