import { describe, expect, it } from 'vitest';
import { localDate, startOfDay } from '#core/period-zone.ts';
import type { IntervalMinutes } from './intervals.ts';
import { isIntervalOver, nextTick } from './ticks.ts';

const NEW_YORK = 'America/New_York';
/** Midnight is skipped on 8 September 2030 there, and comes twice on 7 April. */
const SANTIAGO = 'America/Santiago';
const at = (text: string) => Temporal.Instant.from(text);

describe('the next tick', () => {
  it.each<[string, IntervalMinutes, string, string]>([
    // after                     every  zone      tick
    ['2030-01-01T00:00:00Z', 30, 'UTC', '2030-01-01T00:30:00Z'],
    ['2030-01-01T00:29:59.999999Z', 30, 'UTC', '2030-01-01T00:30:00Z'],
    ['2030-01-01T23:30:00Z', 30, 'UTC', '2030-01-02T00:00:00Z'],
    ['2030-01-01T00:30:00Z', 60, 'UTC', '2030-01-01T01:00:00Z'],
    ['2030-01-01T21:00:00Z', 180, 'UTC', '2030-01-02T00:00:00Z'],
    ['2030-01-01T12:00:00Z', 720, 'UTC', '2030-01-02T00:00:00Z'],
    ['2030-01-01T00:00:00Z', 1440, 'UTC', '2030-01-02T00:00:00Z'],
    // Half past the hour of UTC is the full hour in Kolkata.
    ['2030-01-01T00:00:00Z', 60, 'Asia/Kolkata', '2030-01-01T00:30:00Z'],
    ['2030-01-01T00:00:00Z', 1440, 'Asia/Kolkata', '2030-01-01T18:30:00Z'],
    // 10 March in New York: 02:00 does not exist, and what would tick then ticks at 03:00.
    ['2030-03-10T06:00:00Z', 60, NEW_YORK, '2030-03-10T07:00:00Z'],
    ['2030-03-10T05:00:00Z', 120, NEW_YORK, '2030-03-10T07:00:00Z'],
    ['2030-03-10T07:00:00Z', 120, NEW_YORK, '2030-03-10T08:00:00Z'],
    ['2030-03-10T06:30:00Z', 30, NEW_YORK, '2030-03-10T07:00:00Z'],
    ['2030-03-10T05:00:00Z', 1440, NEW_YORK, '2030-03-11T04:00:00Z'],
    // 3 November in New York: the hour from 01:00 comes twice.
    ['2030-11-03T05:00:00Z', 60, NEW_YORK, '2030-11-03T06:00:00Z'],
    ['2030-11-03T05:30:00Z', 30, NEW_YORK, '2030-11-03T06:00:00Z'],
    ['2030-11-03T04:00:00Z', 120, NEW_YORK, '2030-11-03T07:00:00Z'],
    ['2030-11-03T04:00:00Z', 1440, NEW_YORK, '2030-11-04T05:00:00Z'],
    // Santiago, where the day itself begins late or twice.
    ['2030-09-07T04:00:00Z', 1440, SANTIAGO, '2030-09-08T04:00:00Z'],
    ['2030-04-07T02:59:00Z', 1440, SANTIAGO, '2030-04-07T04:00:00Z'],
    ['2030-04-07T04:00:00Z', 1440, SANTIAGO, '2030-04-08T04:00:00Z'],
  ])('after %s, every %i minutes in %s: %s', (after, interval, zone, expected) => {
    expect(nextTick(at(after), interval, zone).toString()).toBe(expected);
  });

  /** How many ticks each local day of a range has. */
  const countTicks = (interval: IntervalMinutes, zone: string, range: { from: string; days: number }) => {
    const perDay = new Map<string, number>();
    const first = Temporal.PlainDate.from(range.from);
    const end = startOfDay(first.add({ days: range.days }), zone);
    const from = nextTick(startOfDay(first, zone).subtract({ seconds: 1 }), interval, zone);
    for (let tick = from; Temporal.Instant.compare(tick, end) < 0; tick = nextTick(tick, interval, zone)) {
      const day = localDate(tick, zone).toString();
      perDay.set(day, (perDay.get(day) ?? 0) + 1);
    }
    return [...perDay.values()];
  };

  it.each([NEW_YORK, SANTIAGO, 'Australia/Lord_Howe', 'Africa/Casablanca', 'Asia/Beirut'])(
    'each local day of 2030 in %s has one daily tick',
    (zone) => {
      expect(countTicks(1440, zone, { from: '2030-01-01', days: 365 })).toEqual(Array(365).fill(1));
    },
  );

  it.each<[string, string, IntervalMinutes, number[]]>([
    // zone                from          every  ticks of three days, the change in the middle
    [NEW_YORK, '2030-03-09', 30, [48, 46, 48]],
    [NEW_YORK, '2030-03-09', 60, [24, 23, 24]],
    [NEW_YORK, '2030-03-09', 120, [12, 12, 12]],
    [NEW_YORK, '2030-11-02', 30, [48, 50, 48]],
    [NEW_YORK, '2030-11-02', 60, [24, 25, 24]],
    [NEW_YORK, '2030-11-02', 120, [12, 12, 12]],
    ['Australia/Lord_Howe', '2030-10-05', 60, [24, 24, 24]], // from 02:00 to 02:30
    ['Australia/Lord_Howe', '2030-10-05', 30, [48, 47, 48]],
    ['Australia/Lord_Howe', '2030-04-06', 30, [48, 49, 48]],
  ])('around the change of %s after %s, every %i minutes: %j', (zone, from, interval, expected) => {
    expect(countTicks(interval, zone, { from, days: 3 })).toEqual(expected);
  });
});

describe('an interval is over', () => {
  it.each<[string, string, IntervalMinutes, string, boolean]>([
    // from                  until                      every  zone     over
    ['2030-01-01T00:00:00Z', '2030-01-01T00:29:59.999Z', 30, 'UTC', false],
    ['2030-01-01T00:00:00Z', '2030-01-01T00:30:00Z', 30, 'UTC', true],
    ['2030-03-10T05:00:00Z', '2030-03-11T04:00:00Z', 1440, NEW_YORK, true], // 23 hours, but a day
    ['2030-03-10T05:00:00Z', '2030-03-11T03:59:00Z', 1440, NEW_YORK, false],
    ['2030-03-10T07:00:00Z', '2030-03-10T08:00:00Z', 120, NEW_YORK, false], // 03:00 to 04:00
    ['2030-11-03T05:30:00Z', '2030-11-03T06:00:00Z', 30, NEW_YORK, true], // 01:30 to 01:00
    ['2030-11-03T04:00:00Z', '2030-11-04T04:00:00Z', 1440, NEW_YORK, true], // 24 hours of 25
  ])('from %s to %s, every %i minutes in %s: %s', (from, until, interval, zone, expected) => {
    expect(isIntervalOver({ from: at(from), until: at(until) }, interval, zone)).toBe(expected);
  });
});
