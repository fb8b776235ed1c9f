import { expect, test } from 'vitest';
import {
  addDays,
  dayIn,
  formatClockTime,
  formatDay,
  formatInstant,
  formatMoment,
  formatPeriod,
  formatRelative,
  later,
  now,
  setClock,
} from './time.ts';

test('a day belongs to a time zone', () => {
  const instant = '2026-10-31T23:30:00.000Z';
  expect([formatDay(instant), formatDay(instant, 'Europe/Berlin')]).toEqual(['Oct 31, 2026', 'Nov 1, 2026']);
});

test('an instant names its zone', () => {
  expect(formatInstant('2026-10-01T14:03:11.000Z').replaceAll('\u202f', ' ')).toBe(
    'Oct 1, 2026, 02:03:11 PM UTC',
  );
});

test('a moment is told to the second, by the clock of 24 hours', () => {
  expect(formatMoment('2026-10-01T14:03:11.000Z')).toBe('Oct 1, 2026, 14:03:11');
  expect(formatClockTime('2026-10-01T14:03:11.000Z')).toBe('14:03:11');
});

test('the end of a period is exclusive', () => {
  const text = formatPeriod('2026-10-01T00:00:00.000Z', '2026-11-01T00:00:00.000Z');
  expect(text.replaceAll(/[\u2009\u202f]/g, ' ')).toBe('Oct 1 – 31, 2026 (UTC)');
});

test.each([
  ['2026-01-01T00:00:00Z', '3 minutes ago', '2026-01-01T00:03:30Z'],
  ['2026-01-03T00:00:00Z', 'in 2 days', '2026-01-01T00:00:00Z'],
  ['2026-01-01T00:00:00Z', 'now', '2026-01-01T00:00:00Z'],
])('%s is %s at %s', (instant, text, at) => expect(formatRelative(instant, at)).toBe(text));

test.each([
  ['2026-01-31T10:00:00.000Z', '2026-02-28T10:00:00.000Z'],
  ['2028-01-31T10:00:00.000Z', '2028-02-29T10:00:00.000Z'],
  ['2026-12-15T00:00:00.000Z', '2027-01-15T00:00:00.000Z'],
])('a month after %s is %s', (instant, next) => expect(later(instant, 'month')).toBe(next));

test('now is the time of the clock that the organization set', () => {
  setClock('2030-02-03T00:00:00.000Z');
  expect(now().slice(0, 16)).toBe('2030-02-03T00:00');
});

test.each([
  // instant                    zone                   day
  ['2026-10-31T23:30:00.000Z', 'UTC', '2026-10-31'],
  ['2026-10-31T23:30:00.000Z', 'Europe/Berlin', '2026-11-01'],
  ['2026-10-31T03:30:00.000Z', 'America/New_York', '2026-10-30'],
  ['2026-10-30T10:00:00.000Z', 'Pacific/Kiritimati', '2026-10-31'],
  ['9999-01-01T00:00:00.000Z', 'UTC', '9999-01-01'],
])('%s in %s is on %s', (instant, zone, day) => expect(dayIn(instant, zone)).toBe(day));

test.each([
  ['2028-02-28', 1, '2028-02-29'],
  ['2030-01-01', -1, '2029-12-31'],
  // The clocks of Berlin change on that day.
  ['2030-03-31', 1, '2030-04-01'],
])('%s and %i days is %s', (day, days, sum) => expect(addDays(day, days)).toBe(sum));
