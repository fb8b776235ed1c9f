import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  billedCycleAt,
  billedPart,
  cycleOrdinal,
  type DateRange,
  daysBetween,
  dueDate,
  nextBilledCycle,
  nominalCycleAt,
  nominalCycleOf,
  type ScheduleDates,
} from './period.ts';
import { type CycleInterval, type ResolvedCycle, resolveOffsets } from './period-config.ts';
import { startOfDay } from './period-zone.ts';

const date = Temporal.PlainDate.from;

function cycle(interval: CycleInterval, day: number | 'LAST', month?: number): ResolvedCycle {
  return month === undefined ? { interval, day } : { interval, day, month };
}

/** Cycles of some days, one of which begins on `anchor`. */
function days(intervalDays: number, anchor: string): ResolvedCycle {
  return resolveOffsets({ interval: 'CUSTOM_DAYS', gracePeriod: 0, intervalDays }, date(anchor));
}

function schedule(start: string, end: string | null): ScheduleDates {
  return { start: date(start), end: end === null ? null : date(end) };
}

function text(range: DateRange | null): string {
  return range ? `${range.start} ${range.end}` : 'none';
}

/** The first `count` borders that follow one another from the cycle around `from`. */
function borders(resolved: ResolvedCycle, from: string, count: number): string {
  return Array.from({ length: count }, (_, n) => nominalCycleOf(resolved, date(from), n).start).join(' ');
}

describe('borders', () => {
  test.each<[title: string, cycle: ResolvedCycle, from: string, borders: string]>([
    ['V21', cycle('MONTHLY', 30), '2023-01-30', '2023-01-30 2023-02-28 2023-03-30 2023-04-30'],
    ['V22', cycle('MONTHLY', 'LAST'), '2023-01-31', '2023-01-31 2023-02-28 2023-03-31 2023-04-30'],
    ['day 31', cycle('MONTHLY', 31), '2024-01-31', '2024-01-31 2024-02-29 2024-03-31 2024-04-30'],
    // A published list prints 30 July, a slip.
    [
      'quarter LAST/FIRST',
      cycle('QUARTERLY', 'LAST', 1),
      '2023-01-31',
      '2023-01-31 2023-04-30 2023-07-31 2023-10-31',
    ],
    ['quarter 3/2', cycle('QUARTERLY', 3, 2), '2022-11-03', '2022-11-03 2023-02-03 2023-05-03 2023-08-03'],
    ['half 31/2', cycle('HALF_YEARLY', 31, 2), '2023-02-28', '2023-02-28 2023-08-31 2024-02-29 2024-08-31'],
    ['year LAST/2', cycle('ANNUALLY', 'LAST', 2), '2023-02-28', '2023-02-28 2024-02-29 2025-02-28'],
    ['year 29/2', cycle('ANNUALLY', 29, 2), '2096-02-29', '2096-02-29 2097-02-28 2098-02-28'],
    ['no leap day in 2100', cycle('ANNUALLY', 'LAST', 2), '2099-02-28', '2099-02-28 2100-02-28 2101-02-28'],
    ['weeks from Monday', cycle('WEEKLY', 1), '2024-02-28', '2024-02-26 2024-03-04 2024-03-11'],
    ['weeks from Sunday', cycle('WEEKLY', 7), '2024-02-28', '2024-02-25 2024-03-03 2024-03-10'],
    ['before 1970', cycle('WEEKLY', 4), '1969-12-30', '1969-12-25 1970-01-01 1970-01-08'],
    ['ten days', days(10, '2024-02-25'), '2024-02-25', '2024-02-25 2024-03-06 2024-03-16'], // leap day
    ['ten days', days(10, '2024-02-25'), '2024-02-24', '2024-02-15 2024-02-25 2024-03-06'],
    ['366 days', days(366, '2023-03-01'), '2023-03-01', '2023-03-01 2024-03-01 2025-03-02'],
    ['days, before 1970', days(30, '1970-01-01'), '1969-12-31', '1969-12-02 1970-01-01 1970-01-31'],
    ['year 0001', cycle('QUARTERLY', 1, 2), '0001-01-01', '0000-11-01 0001-02-01 0001-05-01'],
  ])('%s', (_title, resolved, from, expected) =>
    expect(borders(resolved, from, expected.split(' ').length)).toBe(expected),
  );

  test.each<[cycle: ResolvedCycle, date: string, range: string]>([
    [cycle('MONTHLY', 30), '2023-02-27', '2023-01-30 2023-02-28'], // 29 days
    [cycle('MONTHLY', 30), '2023-02-28', '2023-02-28 2023-03-30'], // 30 days
    [cycle('MONTHLY', 30), '2023-03-30', '2023-03-30 2023-04-30'], // 31 days
    [cycle('QUARTERLY', 3, 2), '2023-01-15', '2022-11-03 2023-02-03'],
    [cycle('ANNUALLY', 'LAST', 2), '2024-02-28', '2023-02-28 2024-02-29'],
    [cycle('ANNUALLY', 'LAST', 2), '2024-02-29', '2024-02-29 2025-02-28'],
    [cycle('WEEKLY', 1), '2024-03-03', '2024-02-26 2024-03-04'],
  ])('%o holds %s in %s', (resolved, day, range) =>
    expect(text(nominalCycleAt(resolved, date(day)))).toBe(range),
  );
});

describe('anniversary cycles', () => {
  test.each<[interval: CycleInterval, from: string, borders: string]>([
    ['MONTHLY', '2023-10-31', '2023-10-31 2023-11-30 2023-12-31'],
    ['MONTHLY', '2022-10-30', '2022-10-30 2022-11-30 2022-12-30 2023-01-30 2023-02-28 2023-03-30'],
    ['MONTHLY', '2023-04-30', '2023-04-30 2023-05-30'],
    ['ANNUALLY', '2024-02-29', '2024-02-29 2025-02-28 2026-02-28 2027-02-28 2028-02-29'],
    ['ANNUALLY', '2023-02-28', '2023-02-28 2024-02-29'],
    // By the rule 28 February is the end of February in a leap year too: it opens with a stub of one day.
    ['ANNUALLY', '2024-02-28', '2023-02-28 2024-02-29'],
    ['WEEKLY', '2024-02-29', '2024-02-29 2024-03-07'],
  ])('%s from %s', (interval, from, expected) => {
    const resolved = resolveOffsets({ interval, gracePeriod: 0, anniversaryCycle: true }, date(from));
    expect(borders(resolved, from, expected.split(' ').length)).toBe(expected);
  });

  it('begins with a full cycle on every date but 28 February of a leap year', () => {
    for (const interval of ['WEEKLY', 'MONTHLY', 'QUARTERLY', 'HALF_YEARLY', 'ANNUALLY'] as const)
      for (let offset = 0; offset < 4 * 366; offset++) {
        const from = date('2023-01-01').add({ days: offset });
        const resolved = resolveOffsets({ interval, gracePeriod: 0, anniversaryCycle: true }, from);
        const isException = interval === 'ANNUALLY' && from.toString() === '2024-02-28';
        expect(nominalCycleAt(resolved, from).start.equals(from)).toBe(!isException);
      }
  });
});

describe('stub cycles', () => {
  test.each<[title: string, cycle: ResolvedCycle, schedule: ScheduleDates, date: string, billed: string]>([
    // V23: 15 January to 2 February of the cycle 3 November to 2 February.
    [
      'V23 stub',
      cycle('QUARTERLY', 3, 2),
      schedule('2023-01-15', null),
      '2023-01-20',
      '2023-01-15 2023-02-03 19/92',
    ],
    [
      'V23 next',
      cycle('QUARTERLY', 3, 2),
      schedule('2023-01-15', null),
      '2023-02-03',
      '2023-02-03 2023-05-03 89/89',
    ],
    // A cycle split by an edit on the 15th: 14 + 17 = 31 days.
    [
      'left of a split',
      cycle('MONTHLY', 1),
      schedule('2023-01-01', '2023-10-15'),
      '2023-10-14',
      '2023-10-01 2023-10-15 14/31',
    ],
    [
      'right of a split',
      cycle('MONTHLY', 1),
      schedule('2023-10-15', null),
      '2023-10-15',
      '2023-10-15 2023-11-01 17/31',
    ],
    // March has 31 days although its clock loses an hour.
    [
      'a month with a clock change',
      cycle('MONTHLY', 1),
      schedule('2024-01-01', null),
      '2024-03-10',
      '2024-03-01 2024-04-01 31/31',
    ],
    [
      'one day',
      cycle('WEEKLY', 1),
      schedule('2024-02-27', '2024-02-28'),
      '2024-02-27',
      '2024-02-27 2024-02-28 1/7',
    ],
    [
      'forever',
      cycle('MONTHLY', 1),
      schedule('2024-01-01', '9999-12-31'),
      '9998-12-05',
      '9998-12-01 9999-01-01 31/31',
    ],
    ['before the schedule', cycle('MONTHLY', 1), schedule('2024-01-05', null), '2024-01-04', 'none'],
    ['after the schedule', cycle('MONTHLY', 1), schedule('2024-01-05', '2024-01-09'), '2024-01-09', 'none'],
  ])('%s', (_title, resolved, dates, day, expected) => {
    const billed = billedCycleAt(resolved, dates, date(day));
    const days = billed ? ` ${billed.billedDays}/${billed.nominalDays}` : '';
    expect(text(billed) + days).toBe(expected);
  });

  it('keeps the nominal cycle beside the billed part', () => {
    const billed = billedCycleAt(cycle('QUARTERLY', 3, 2), schedule('2023-01-15', null), date('2023-01-15'));
    expect(`${billed?.nominalStart} ${billed?.nominalEnd}`).toBe('2022-11-03 2023-02-03');
  });

  it('has no cycle after the end of the schedule', () => {
    const dates = schedule('2024-01-10', '2024-02-05');
    const first = billedCycleAt(cycle('MONTHLY', 1), dates, date('2024-01-10'));
    const second = first && nextBilledCycle(cycle('MONTHLY', 1), dates, first);
    expect(text(second)).toBe('2024-02-01 2024-02-05');
    expect(second && nextBilledCycle(cycle('MONTHLY', 1), dates, second)).toBeNull();
  });

  it('bills no part of a range that only touches the schedule', () =>
    expect(
      billedPart({ start: date('2024-01-01'), end: date('2024-02-01') }, schedule('2024-02-01', null)),
    ).toBeNull());
});

test.each<[end: string, graceDays: number, due: string]>([
  ['2023-02-03', 2, '2023-02-05'], // V23
  ['2023-05-03', 2, '2023-05-05'],
  ['2024-02-28', 2, '2024-03-01'], // over a leap day
  ['2024-01-01', 0, '2024-01-01'],
])('a cycle that ends at %s with %i days of grace is due on %s', (end, graceDays, due) =>
  expect(dueDate(date(end), graceDays).toString()).toBe(due),
);

describe('ordinals', () => {
  test.each<[cycle: ResolvedCycle, chainStart: string, date: string, ordinal: number]>([
    [cycle('MONTHLY', 1), '2023-01-15', '2023-01-31', 0], // the stub counts
    [cycle('MONTHLY', 1), '2023-01-15', '2023-02-01', 1],
    [cycle('MONTHLY', 1), '2023-01-15', '2024-01-31', 12],
    [cycle('MONTHLY', 'LAST'), '2023-01-31', '2023-02-28', 1],
    [cycle('QUARTERLY', 3, 2), '2023-01-15', '2023-05-03', 2],
    [cycle('HALF_YEARLY', 1, 6), '2023-01-15', '2023-12-01', 2],
    [cycle('ANNUALLY', 1, 4), '2023-04-01', '2033-03-31', 9],
    [cycle('WEEKLY', 5), '2024-02-29', '2024-03-01', 1],
    [days(14, '2024-01-01'), '2024-01-10', '2024-01-14', 0],
    [days(14, '2024-01-01'), '2024-01-10', '2024-12-31', 26], // 365 days later: 26 × 14 = 364
  ])('%o from %s: %s has n = %i', (resolved, chainStart, day, ordinal) => {
    expect(cycleOrdinal(resolved, date(chainStart), date(day))).toBe(ordinal);
    expect(text(nominalCycleOf(resolved, date(chainStart), ordinal))).toBe(
      text(nominalCycleAt(resolved, date(day))),
    );
  });
});

const anyDate = fc.integer({ min: 0, max: 60_000 }).map((days) => date('1960-01-01').add({ days }));
const anyCycle: fc.Arbitrary<ResolvedCycle> = fc.oneof(
  fc.integer({ min: 1, max: 7 }).map((day) => cycle('WEEKLY', day)),
  fc
    .tuple(fc.integer({ min: 1, max: 366 }), anyDate)
    .map(([intervalDays, anchor]) => days(intervalDays, anchor.toString())),
  fc
    .record({
      interval: fc.constantFrom('MONTHLY', 'QUARTERLY', 'HALF_YEARLY', 'ANNUALLY'),
      day: fc.oneof(fc.integer({ min: 1, max: 31 }), fc.constant('LAST' as const)),
      month: fc.integer({ min: 1, max: 12 }),
    })
    .map(({ interval, day, month }) => {
      const months = { MONTHLY: 0, QUARTERLY: 3, HALF_YEARLY: 6, ANNUALLY: 12 }[interval];
      return months === 0 ? cycle(interval, day) : cycle(interval, day, ((month - 1) % months) + 1);
    }),
);
const ZONES = ['UTC', 'America/New_York', 'America/Sao_Paulo', 'Asia/Kathmandu', 'Pacific/Apia'];

describe('cycles tile', () => {
  it('holds every date in exactly one cycle, whose end is the start of the next', () => {
    fc.assert(
      fc.property(anyCycle, anyDate, (resolved, day) => {
        const here = nominalCycleAt(resolved, day);
        expect(Temporal.PlainDate.compare(here.start, day)).toBeLessThanOrEqual(0);
        expect(Temporal.PlainDate.compare(day, here.end)).toBeLessThan(0);
        expect(nominalCycleAt(resolved, here.end).start.equals(here.end)).toBe(true);
        const before = nominalCycleAt(resolved, here.start.subtract({ days: 1 }));
        expect(before.end.equals(here.start)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it('tiles a schedule with instants that neither overlap nor leave a gap, in every zone', () => {
    const lengths = fc.integer({ min: 1, max: 800 });
    fc.assert(
      fc.property(anyCycle, anyDate, lengths, fc.constantFrom(...ZONES), (resolved, start, length, zone) => {
        const dates = { start, end: start.add({ days: length }) };
        let reached = startOfDay(start, zone);
        let billedDays = 0;
        let current = billedCycleAt(resolved, dates, start);
        while (current) {
          expect(startOfDay(current.start, zone).equals(reached)).toBe(true);
          expect(current.billedDays).toBeLessThanOrEqual(current.nominalDays);
          reached = startOfDay(current.end, zone);
          billedDays += current.billedDays;
          current = nextBilledCycle(resolved, dates, current);
        }
        expect(reached.equals(startOfDay(dates.end, zone))).toBe(true);
        expect(billedDays).toBe(daysBetween(dates));
      }),
      { numRuns: 100 },
    );
  });
});
