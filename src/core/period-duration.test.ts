import { expect, it } from 'vitest';
import { addDuration } from './period-duration.ts';

it.each([
  // start                     duration   zone                end
  ['2030-01-31T00:00:00Z', 'P1M', 'UTC', '2030-02-28T00:00:00Z'], //         clamped
  ['2030-01-31T00:00:00Z', 'P1Y2M', 'UTC', '2031-03-31T00:00:00Z'],
  ['2030-01-31T00:00:00Z', 'P1M1D', 'UTC', '2030-03-01T00:00:00Z'], //       months first, then days
  ['2030-01-01T00:00:00Z', 'P1W', 'UTC', '2030-01-08T00:00:00Z'],
  ['2030-01-01T00:00:00Z', 'PT36H30M1.5S', 'UTC', '2030-01-02T12:30:01.5Z'],
  ['2030-01-01T00:00:00Z', 'PT0S', 'UTC', '2030-01-01T00:00:00Z'],
  // Clocks in New York go forward on 10 March 2030: the local day has 23 hours, 24 hours are 24 hours.
  ['2030-03-10T05:00:00Z', 'P1D', 'America/New_York', '2030-03-11T04:00:00Z'],
  ['2030-03-10T05:00:00Z', 'PT24H', 'America/New_York', '2030-03-11T05:00:00Z'],
  // Santiago skips midnight on 8 September 2030: that day begins at 01:00, the next at midnight again.
  ['2030-09-07T04:00:00Z', 'P1D', 'America/Santiago', '2030-09-08T04:00:00Z'],
  ['2030-09-08T04:00:00Z', 'P1D', 'America/Santiago', '2030-09-09T03:00:00Z'],
  // In the middle of a day the time of day stays.
  ['2030-01-31T15:20:00Z', 'P1M', 'America/New_York', '2030-02-28T15:20:00Z'],
  ['2030-01-01T00:00:00Z', 'P99Y', 'UTC', '2129-01-01T00:00:00Z'],
  ['2030-01-01T00:00:00Z', 'P7969Y', 'UTC', '9999-01-01T00:00:00Z'], //      forever
  ['2030-01-01T00:00:00Z', 'P999999999999Y', 'UTC', '9999-01-01T00:00:00Z'],
])('%s + %s in %s is %s', (start, duration, timeZone, end) => {
  expect(addDuration(Temporal.Instant.from(start), duration, timeZone).toString()).toBe(end);
});

it.each(['', 'P', '1D', 'P1.5D', 'P1H'])('%j is refused', (duration) => {
  const start = Temporal.Instant.from('2030-01-01T00:00:00Z');
  expect(() => addDuration(start, duration, 'UTC')).toThrow(RangeError);
});
