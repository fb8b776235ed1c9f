import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { FOREVER, FOREVER_INSTANT, isForever, isTimeZone, localDate, startOfDay } from './period-zone.ts';

const date = Temporal.PlainDate.from;
const instant = Temporal.Instant.from;

const ZONES = [
  'UTC',
  'America/New_York',
  'America/Sao_Paulo',
  'America/St_Johns',
  'America/Havana',
  'Asia/Kathmandu',
  'Pacific/Apia',
  'Pacific/Kiritimati',
];

describe('startOfDay', () => {
  test.each<[zone: string, date: string, start: string]>([
    ['UTC', '2024-02-29', '2024-02-29T00:00:00Z'],
    ['Asia/Kathmandu', '2024-01-01', '2023-12-31T18:15:00Z'], // +05:45
    // 10 March 2024 has 23 hours, 3 November has 25.
    ['America/New_York', '2024-03-10', '2024-03-10T05:00:00Z'],
    ['America/New_York', '2024-03-11', '2024-03-11T04:00:00Z'],
    ['America/New_York', '2024-11-03', '2024-11-03T04:00:00Z'],
    ['America/New_York', '2024-11-04', '2024-11-04T05:00:00Z'],
    // 00:00 jumped to 01:00 (−03 to −02): the day begins at 01:00 local.
    ['America/Sao_Paulo', '2018-11-03', '2018-11-03T03:00:00Z'],
    ['America/Sao_Paulo', '2018-11-04', '2018-11-04T03:00:00Z'],
    ['America/Sao_Paulo', '2018-11-05', '2018-11-05T02:00:00Z'],
    // 00:00 jumped to 00:15 when +05:30 became +05:45.
    ['Asia/Kathmandu', '1986-01-01', '1985-12-31T18:30:00Z'],
    // The whole of 30 December 2011 was skipped: it and the 31st begin with the same instant.
    ['Pacific/Apia', '2011-12-29', '2011-12-29T10:00:00Z'],
    ['Pacific/Apia', '2011-12-30', '2011-12-30T10:00:00Z'],
    ['Pacific/Apia', '2011-12-31', '2011-12-30T10:00:00Z'],
    // 01:00 became 00:00 (−04 to −05): midnight came twice and the first one counts.
    ['America/Havana', '2024-11-03', '2024-11-03T04:00:00Z'],
    // 00:01 became 23:01 of the day before (−02:30 to −03:30).
    ['America/St_Johns', '2006-10-29', '2006-10-29T02:30:00Z'],
    // Forever is one instant, whatever the zone.
    ['Pacific/Apia', '9999-01-01', '9999-01-01T00:00:00Z'],
    ['America/New_York', '9999-12-31', '9999-01-01T00:00:00Z'],
  ])('%s %s begins at %s', (zone, day, start) => expect(startOfDay(date(day), zone).toString()).toBe(start));
});

describe('localDate', () => {
  test.each<[zone: string, instant: string, date: string]>([
    ['UTC', '2024-02-29T23:59:59.999999Z', '2024-02-29'],
    ['Asia/Kathmandu', '2023-12-31T18:14:59.999999Z', '2023-12-31'],
    ['Asia/Kathmandu', '2023-12-31T18:15:00Z', '2024-01-01'],
    ['America/Sao_Paulo', '2018-11-04T02:59:59Z', '2018-11-03'],
    ['America/Sao_Paulo', '2018-11-04T03:00:00Z', '2018-11-04'],
    ['Pacific/Apia', '2011-12-30T09:59:59Z', '2011-12-29'],
    ['Pacific/Apia', '2011-12-30T10:00:00Z', '2011-12-31'],
    // The clock shows 28 October 23:30 for the second time: the 29th had begun already.
    ['America/St_Johns', '2006-10-29T03:00:00Z', '2006-10-29'],
    ['America/St_Johns', '2006-10-29T02:29:59Z', '2006-10-28'],
    // Forever is 1 January 9999 also where the clock still shows 31 December.
    ['America/New_York', '9999-01-01T00:00:00Z', '9999-01-01'],
  ])('%s %s is on %s', (zone, moment, day) => expect(localDate(instant(moment), zone).toString()).toBe(day));

  it('gives the day whose borders enclose the instant, in every zone', () => {
    const from = instant('1970-01-01T00:00:00Z').epochMilliseconds;
    const until = instant('2100-01-01T00:00:00Z').epochMilliseconds;
    fc.assert(
      fc.property(fc.integer({ min: from, max: until }), fc.constantFrom(...ZONES), (ms, zone) => {
        const moment = Temporal.Instant.fromEpochMilliseconds(ms);
        const day = localDate(moment, zone);
        const next = day.add({ days: 1 });
        expect(Temporal.Instant.compare(startOfDay(day, zone), moment)).toBeLessThanOrEqual(0);
        expect(Temporal.Instant.compare(moment, startOfDay(next, zone))).toBeLessThan(0);
      }),
      { numRuns: 300 },
    );
  });
});

describe('isTimeZone', () => {
  test.each<[id: string, valid: boolean]>([
    ['UTC', true],
    ['Europe/Berlin', true],
    ['America/Argentina/Buenos_Aires', true],
    ['Etc/GMT+5', true],
    ['', false],
    ['+05:30', false],
    ['Mars/Olympus', false],
    ['Europe/Berlin ', false],
    ['2024-01-01T00:00Z', false],
    ['2024-01-01T00:00[UTC]', false],
  ])('%j: %s', (id, valid) => expect(isTimeZone(id)).toBe(valid));
});

test('forever begins on 1 January 9999', () => {
  expect(isForever(date('9998-12-31'))).toBe(false);
  expect(isForever(FOREVER)).toBe(true);
  expect(isForever(date('9999-12-31'))).toBe(true);
  expect(FOREVER_INSTANT.toString()).toBe('9999-01-01T00:00:00Z');
});
