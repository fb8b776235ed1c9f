import { expect, it } from 'vitest';
import { checkTime } from './check-time.ts';

/** metering-pricing 7: grace 2, cycle 3 Feb to 2 May, deadline 5 May 00:00. */
const cycle = {
  start: Temporal.PlainDate.from('2030-02-03'),
  dueAt: Temporal.Instant.from('2030-05-05T00:00:00Z'),
} as NonNullable<Parameters<typeof checkTime>[0]['cycle']>;
const LATE = 'INGESTION_FAILED_PAST_GRACE_PERIOD';

it.each([
  // event at                  received at                     in cycle  status
  ['2030-04-30T12:00:00Z', '2030-05-04T23:59:59.999999Z', true, 'in time'], // V24: a microsecond before it
  ['2030-04-30T12:00:00Z', '2030-05-05T00:00:00.000000Z', true, LATE], //      V24: at the deadline
  ['2030-02-03T00:00:00Z', '2030-02-03T00:00:00Z', true, 'in time'],
  ['2030-05-01T00:00:00Z', '2030-04-30T00:00:00Z', true, 'in time'], //           exactly a day ahead
  ['2030-05-01T00:00:00.000001Z', '2030-04-30T00:00:00Z', true, 'INGESTION_FAILED'],
  ['2030-01-02T00:00:00.000001Z', '2030-01-01T00:00:00Z', false, 'INGESTION_FAILED'],
  // Without a cycle there is no deadline, only the horizon: 1 Jan 2030 − 400 days = 27 Nov 2028.
  ['2028-11-27T00:00:00Z', '2030-01-01T00:00:00Z', false, 'in time'],
  ['2028-11-26T23:59:59.999999Z', '2030-01-01T00:00:00Z', false, LATE],
])('event of %s received %s, in a cycle %s: %s', (at, receivedAt, isInCycle, status) => {
  const outcome = checkTime({
    at: Temporal.Instant.from(at),
    receivedAt: Temporal.Instant.from(receivedAt),
    isEntitled: false,
    cycle: isInCycle ? cycle : undefined,
  });
  expect(outcome?.status ?? 'in time').toBe(status);
});

it.each([
  ['2030-03-01T00:05:00Z', 'in time'],
  ['2030-03-01T00:05:00.000001Z', 'INGESTION_FAILED'],
])('an event that asks for access at 00:00 may be of %s: %s', (at, status) => {
  const receivedAt = Temporal.Instant.from('2030-03-01T00:00:00Z');
  const outcome = checkTime({ at: Temporal.Instant.from(at), receivedAt, isEntitled: true, cycle });
  expect(outcome?.status ?? 'in time').toBe(status);
});
