import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cycleOf, nextCycleOf, type ScheduleCycle } from '#areas/schedules/index.ts';
import {
  billedCycleAt,
  cycleOrdinal,
  nextBilledCycle,
  nominalCycleAt,
  nominalCycleOf,
} from '#core/period.ts';
import { checkCycleConfig, type PricingCycleConfig, resolveOffsets } from '#core/period-config.ts';
import { localDate, startOfDay } from '#core/period-zone.ts';
import { billsAt, blockAt, coveredBlock, feeCharge } from '#core/rating/recurrence.ts';
import {
  type Calendar,
  type Charge,
  count,
  cycleAround,
  type Days,
  diary,
  type Fee,
  feeCharges,
  isIn,
  midnight,
  type Page,
} from '../naive/calendar.ts';

/*
 * The calendar of the product against one that was written from metering-pricing.md 14 alone and walks from
 * day to day; with it invariant 6 of 23.2. A failure prints the seed to repeat it with.
 */
type Day = Temporal.PlainDate;

// Ends of months are where calendars disagree: one day of five is one.
const endsOfMonths = ['2019-12-31', '2023-01-31', '2023-02-28', '2023-04-30', '2024-02-28', '2024-02-29'];
const someDay = fc.oneof(
  fc.constantFrom(...endsOfMonths).map((day) => Temporal.PlainDate.from(day)),
  {
    weight: 4,
    arbitrary: fc
      .integer({ min: 0, max: 8000 })
      .map((days) => Temporal.PlainDate.from('2005-01-01').add({ days })),
  },
);
const offset = (max: number) =>
  fc.oneof(
    { weight: 2, arbitrary: fc.constantFrom('LAST', '31', '30', '29', '28', '1') },
    fc.nat(max - 1).map(String),
  );
const monthly = fc
  .record({
    interval: fc.constantFrom('MONTHLY', 'QUARTERLY', 'HALF_YEARLY', 'ANNUALLY'),
    dayOffset: offset(31).map((text) => (text === '0' ? '1' : text)),
    month: fc.oneof(fc.integer({ min: 1, max: 12 }), fc.constantFrom('FIRST', 'LAST', 'NIL')),
  })
  .map(({ interval, dayOffset, month }) => {
    const months = { MONTHLY: 1, QUARTERLY: 3, HALF_YEARLY: 6, ANNUALLY: 12 }[interval];
    const monthOffset = typeof month === 'number' ? String(((month - 1) % months) + 1) : month;
    return { interval, dayOffset, monthOffset: interval === 'MONTHLY' ? 'NIL' : monthOffset };
  });
const weekly = fc.constantFrom('1', '2', '3', '4', '5', '6', '7', 'LAST').map((dayOffset) => {
  return { interval: 'WEEKLY', dayOffset, monthOffset: 'NIL' } as const;
});
const inDays = fc
  .record({ days: fc.integer({ min: 1, max: 366 }), anchor: fc.option(someDay, { nil: undefined }) })
  .map(({ days, anchor }) => {
    const shared = { interval: 'CUSTOM_DAYS', dayOffset: '1', monthOffset: 'NIL', days } as const;
    return anchor ? { ...shared, anchor } : shared;
  });
const calendars: fc.Arbitrary<Calendar> = fc
  .record({
    terms: fc.oneof({ weight: 3, arbitrary: monthly }, weekly, inDays),
    isAnniversary: fc.boolean(),
    associated: someDay,
  })
  .map(({ terms, ...rest }) => ({ ...terms, ...rest }));

/** The same in the words of a plan. */
function configOf(calendar: Calendar, gracePeriod = 0): PricingCycleConfig {
  const { interval, dayOffset, monthOffset, days, anchor, isAnniversary } = calendar;
  const shared = { interval, gracePeriod, anniversaryCycle: isAnniversary };
  if (interval !== 'CUSTOM_DAYS') return { ...shared, startOffset: { dayOffset, monthOffset } };
  return { ...shared, intervalDays: days ?? 1, ...(anchor && { anchorDate: String(anchor) }) };
}

/** A chain from the day of association on, cut into schedules; the last one may have no end. */
const chains = fc.record({
  calendar: calendars,
  lengths: fc.array(fc.oneof(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 500 })), {
    ...{ minLength: 1, maxLength: 4 },
  }),
  isOpen: fc.boolean(),
});
type Chain = typeof chains extends fc.Arbitrary<infer T> ? T : never;

function schedulesOf({ calendar, lengths }: Chain): Days[] {
  return lengths.map((days, index) => {
    const before = lengths.slice(0, index).reduce((sum, length) => sum + length, 0);
    const start = calendar.associated.add({ days: before });
    return { start, end: start.add({ days }) };
  });
}

const text = ({ start, end }: { start: Day; end: Day }) => `${start} to ${end}`;

describe('borders', () => {
  it('are where a walk from day to day finds them', () => {
    fc.assert(
      fc.property(calendars, someDay, (calendar, day) => {
        expect(checkCycleConfig(configOf(calendar))).toEqual([]);
        const resolved = resolveOffsets(configOf(calendar), calendar.associated);
        expect(text(nominalCycleAt(resolved, day))).toBe(text(cycleAround(calendar, day)));
      }),
      { numRuns: 500 },
    );
  });

  it('are those of every month offset, day offset and month of four years', () => {
    const sizes = { MONTHLY: 0, QUARTERLY: 3, HALF_YEARLY: 6, ANNUALLY: 12 } as const;
    const days = ['1', '28', '29', '30', '31', 'LAST'];
    const associated = Temporal.PlainDate.from('2023-01-01');
    for (const interval of ['MONTHLY', 'QUARTERLY', 'HALF_YEARLY', 'ANNUALLY'] as const) {
      const months = ['NIL', ...Array.from({ length: sizes[interval] }, (_, index) => String(index + 1))];
      for (const [dayOffset, monthOffset] of days.flatMap((day) => months.map((month) => [day, month]))) {
        const calendar: Calendar = {
          ...{ interval, dayOffset: dayOffset ?? '', monthOffset: monthOffset ?? '' },
          ...{ isAnniversary: false, associated },
        };
        const resolved = resolveOffsets(configOf(calendar), associated);
        for (const walked of bordersOf(calendar, '2023-01-01', '2026-12-31')) {
          const lastDay = walked.end.subtract({ days: 1 });
          expect([walked.start, lastDay].map((day) => text(nominalCycleAt(resolved, day)))).toEqual([
            text(walked),
            text(walked),
          ]);
        }
      }
    }
  });

  it.each(['MONTHLY', 'QUARTERLY'] as const)('of %s leave room for the longest grace', (interval) => {
    const months = interval === 'MONTHLY' ? ['NIL'] : ['1', '2', '3'];
    const lengths = ['1', '27', '28', '29', '30', '31', 'LAST'].flatMap((dayOffset) =>
      months.flatMap((monthOffset) => {
        const associated = Temporal.PlainDate.from('2023-01-01');
        const calendar = { interval, dayOffset, monthOffset, isAnniversary: false, associated };
        return bordersOf(calendar, '2023-01-01', '2026-12-31').map(count);
      }),
    );
    // The grace period is shorter than the shortest cycle of the interval, whatever its offsets.
    const shortest = Math.min(...lengths);
    const check = (gracePeriod: number) => checkCycleConfig({ interval, gracePeriod }).length;
    expect([check(shortest - 1), check(shortest)]).toEqual([0, 1]);
  });
});

function bordersOf(calendar: Calendar, from: string, until: string): Days[] {
  const last = Temporal.PlainDate.from(until);
  const cycles = [cycleAround(calendar, Temporal.PlainDate.from(from))];
  for (let cycle = cycles[0] as Days; Temporal.PlainDate.compare(cycle.end, last) < 0; cycles.push(cycle))
    cycle = cycleAround(calendar, cycle.end);
  return cycles;
}

/** Every cycle of a schedule as its pages tell it: first and last day, number, days and days of the whole. */
function cyclesInDiary(pages: readonly Page[], schedule: Days): string[] {
  return [...Map.groupBy(pages, ({ n }) => n)].flatMap(([n, whole]) => {
    const own = whole.filter(({ day }) => isIn(day, schedule));
    if (own.length === 0) return [];
    return [`#${n} ${own[0]?.day} to ${own.at(-1)?.day.add({ days: 1 })} ${own.length}/${whole.length}`];
  });
}

function pagesOf(chain: Chain, spare = 0): Page[] {
  const start = chain.calendar.associated;
  return diary(chain.calendar, { start, end: schedulesOf(chain).at(-1)?.end ?? start }, spare);
}

describe('cycles of a chain of schedules', () => {
  it('tile each of them, are numbered from its first day, and know their days', () => {
    fc.assert(
      fc.property(chains, (chain) => {
        const { calendar, isOpen } = chain;
        const resolved = resolveOffsets(configOf(calendar), calendar.associated);
        const pages = pagesOf(chain);
        const schedules = schedulesOf(chain);
        for (const [index, schedule] of schedules.entries()) {
          // A schedule without end has the same cycles, up to the day on which it is looked at.
          const end = isOpen && index === schedules.length - 1 ? null : schedule.end;
          const found: string[] = [];
          let cycle = billedCycleAt(resolved, { ...schedule, end }, schedule.start);
          while (cycle && Temporal.PlainDate.compare(cycle.start, schedule.end) < 0) {
            const n = cycleOrdinal(resolved, calendar.associated, cycle.start);
            const { start, end: nominalEnd } = nominalCycleOf(resolved, calendar.associated, n);
            expect([cycle.nominalStart, cycle.nominalEnd].map(String)).toEqual(
              [start, nominalEnd].map(String),
            );
            found.push(`#${n} ${text(cycle)} ${cycle.billedDays}/${cycle.nominalDays}`);
            cycle = nextBilledCycle(resolved, { ...schedule, end }, cycle);
          }
          const walked = cyclesInDiary(pages, schedule);
          expect(found.slice(0, end ? undefined : -1)).toEqual(walked.slice(0, end ? undefined : -1));
        }
      }),
      { numRuns: 80 },
    );
  });
});

const fees: fc.Arbitrary<Fee> = fc.record({
  feeType: fc.constantFrom('RECURRING', 'RECURRING', 'ONE_TIME'),
  timing: fc.constantFrom('IN_ADVANCE', 'IN_ARREARS'),
  isProrated: fc.boolean(),
  interval: fc.integer({ min: 1, max: 4 }),
  offset: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 3 })),
});

/** What the product charges to the schedules of a chain, cycle by cycle. */
function chargesOf({ interval, offset, ...terms }: Fee, chain: Chain): Charge[] {
  const { calendar } = chain;
  const resolved = resolveOffsets(configOf(calendar), calendar.associated);
  const recurrence = { interval, offset };
  return schedulesOf(chain).flatMap((schedule, index) => {
    const found: Charge[] = [];
    for (let cycle = billedCycleAt(resolved, schedule, schedule.start); cycle; ) {
      const position = { resolved, chainStart: calendar.associated, schedule, cycle };
      const charge = feeCharge({ ...terms, recurrence }, position);
      const n = cycleOrdinal(resolved, calendar.associated, cycle.start);
      if (charge) {
        const { start, end } = charge.period;
        const isShared = terms.isProrated && terms.feeType === 'RECURRING';
        found.push({
          ...{ schedule: index, cycleStart: String(cycle.start), n },
          block: `${start} to ${end.subtract({ days: 1 })}`,
          part: isShared ? `${charge.billedDays}/${charge.nominalDays}` : 'all',
        });
      }
      cycle = nextBilledCycle(resolved, schedule, cycle);
    }
    return found;
  });
}

describe('fixed fees', () => {
  it('are charged in the cycles, by the schedules and for the days that a diary says', () => {
    let charged = 0;
    fc.assert(
      fc.property(chains, fees, (chain, fee) => {
        // Blocks are told whole, so the diary goes on until the last one is full.
        const pages = wholeBlocks(pagesOf(chain, 4), fee);
        const order = (all: Charge[]) =>
          all.toSorted((a, b) => a.schedule - b.schedule || (a.cycleStart < b.cycleStart ? -1 : 1));
        const naive = order(feeCharges(fee, schedulesOf(chain), pages));
        expect(order(chargesOf(fee, chain))).toEqual(naive);
        charged += naive.length;
      }),
      { numRuns: 150 },
    );
    expect(charged).toBeGreaterThan(400);
  });

  it('bill an uncut chain at the ends of its blocks', () => {
    fc.assert(
      fc.property(fees, fc.nat(40), ({ interval, offset, ...terms }, n) => {
        const recurrence = { interval, offset };
        // Blocks by counting: the first one begins with the cycle `offset`, and the next ones follow it.
        let first = offset;
        while (first + interval <= n) first += interval;
        const isFree = n < offset;
        expect(blockAt(recurrence, n)).toEqual(isFree ? null : { first, last: first + interval - 1 });
        const isOnce = terms.feeType === 'ONE_TIME';
        const billed = isOnce ? offset : terms.timing === 'IN_ADVANCE' ? first : first + interval - 1;
        expect(billsAt({ ...terms, recurrence }, n)).toBe(!isFree && n === billed);
      }),
      { numRuns: 300 },
    );
  });

  it('are for the days of their block that the schedule covers', () => {
    fc.assert(
      fc.property(chains, fees, fc.nat(), (chain, fee, seed) => {
        const { calendar } = chain;
        const resolved = resolveOffsets(configOf(calendar), calendar.associated);
        const pages = wholeBlocks(pagesOf(chain, 4), fee);
        const schedules = schedulesOf(chain);
        const schedule = schedules[seed % schedules.length] as Days;
        const own = pages.filter(({ day }) => isIn(day, schedule));
        const page = own[seed % own.length] as Page;
        const cycle = billedCycleAt(resolved, schedule, page.day);
        if (!cycle) throw new Error(`no cycle on ${page.day}`);
        const { interval, offset } = fee;
        const number = (n: number) => Math.floor((n - offset) / interval);
        const same = own.filter(({ n }) => n >= offset && number(n) === number(page.n));
        const position = { resolved, chainStart: calendar.associated, schedule, cycle };
        const covered = coveredBlock({ interval, offset }, position);
        const walked = `${same[0]?.day} to ${same.at(-1)?.day.add({ days: 1 })}`;
        expect(covered ? text(covered) : 'free').toBe(page.n < offset ? 'free' : walked);
      }),
      { numRuns: 80 },
    );
  });
});

/** Without the cycles of a block that the diary breaks off in. */
function wholeBlocks(pages: readonly Page[], { interval, offset, feeType }: Fee): Page[] {
  if (feeType === 'ONE_TIME') return [...pages];
  const cycles = (pages.at(-1)?.n ?? 0) + 1;
  const whole = offset + Math.floor((cycles - offset) / interval) * interval;
  return pages.filter(({ n }) => n < Math.max(whole, offset));
}

const ZONES = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'America/Sao_Paulo', //    until 2018 its clocks went forward at midnight
  'America/St_Johns', //     until 2011 its clocks changed at one minute past midnight
  'America/Santiago', //     back at midnight
  'Asia/Beirut', //          forward at midnight
  'Asia/Kathmandu',
  'Australia/Lord_Howe', //  half an hour
  'Pacific/Apia', //         had no 30 December 2011
] as const;

describe('local days', () => {
  it('begin with the first instant at which a clock on the wall shows them', () => {
    const changes = ['2010-11-07', '2011-12-30', '2011-12-31', '2012-10-21', '2024-03-31', '2024-04-07'];
    const day = fc.oneof(
      someDay,
      fc.constantFrom(...changes).map((each) => Temporal.PlainDate.from(each)),
    );
    fc.assert(
      fc.property(
        day,
        fc.constantFrom(...ZONES),
        fc.integer({ min: 0, max: 86_400 }),
        (date, zone, second) => {
          const begin = midnight(date, zone);
          expect(String(startOfDay(date, zone))).toBe(String(begin));
          // A day that never was begins and ends at once.
          const end = midnight(date.add({ days: 1 }), zone);
          const at = begin.add({ seconds: second });
          if (Temporal.Instant.compare(at, end) < 0) expect(String(localDate(at, zone))).toBe(String(date));
          expect(String(localDate(end.subtract({ nanoseconds: 1 }), zone))).toBe(
            String(begin.equals(end) ? date.subtract({ days: 1 }) : date),
          );
        },
      ),
      { numRuns: 200 },
    );
  });

  it('are the borders of the cycles that events and invoices ask for', () => {
    fc.assert(
      fc.property(
        ...[chains, fc.constantFrom(...ZONES), fc.integer({ min: 0, max: 6 }), fc.nat()],
        (chain, timeZone, grace, seed) => {
          const { calendar } = chain;
          // The grace period is shorter than any cycle.
          const gracePeriod = Math.min(grace, (calendar.days ?? 7) - 1);
          const schedules = schedulesOf(chain);
          const { start, end } = schedules[seed % schedules.length] as Days;
          const row = {
            ...{ startDate: start, endDate: end, timeZone, chainStartDate: calendar.associated },
            ...{ startAt: startOfDay(start, timeZone), endAt: startOfDay(end, timeZone) },
            cycleConfig: configOf(calendar, gracePeriod),
            resolvedCycle: resolveOffsets(configOf(calendar), calendar.associated),
          };
          expect(cycleOf(row, midnight(start, timeZone).subtract({ microseconds: 1 }))).toBeNull();
          expect(cycleOf(row, midnight(end, timeZone))).toBeNull();
          const pages = pagesOf(chain);
          const days = pages.filter(({ day }) => isIn(day, { start, end }));
          const page = days[seed % days.length] as Page;
          const cycle = cycleOf(row, midnight(page.day, timeZone));
          // The day that Apia left out has no instant of its own; it is that of the day after.
          const isMissing = midnight(page.day.add({ days: 1 }), timeZone).equals(
            midnight(page.day, timeZone),
          );
          if (isMissing) return;
          const whole = pages.filter(({ n }) => n === page.n);
          const own = whole.filter(({ day }) => isIn(day, { start, end }));
          expect(cycle && wordsOf(cycle)).toEqual(naiveWords(own, whole, { timeZone, gracePeriod }));
          const next = cycle && nextCycleOf(row, cycle);
          expect(next?.startAt ?? row.endAt).toEqual(cycle?.endAt);
        },
      ),
      { numRuns: 80 },
    );
  });
});

function wordsOf({ start, end, startAt, endAt, dueAt, ordinal, ...rest }: ScheduleCycle): string[] {
  const { nominalStart, nominalEnd, billedDays, nominalDays } = rest;
  const dates = [start, end, nominalStart, nominalEnd, startAt, endAt, dueAt].map(String);
  return [...dates, `#${ordinal}`, `${billedDays}/${nominalDays}`];
}

function naiveWords(
  own: readonly Page[],
  whole: readonly Page[],
  { timeZone, gracePeriod }: { timeZone: string; gracePeriod: number },
): string[] {
  const rangeOf = (pages: readonly Page[]): [Day, Day] => {
    const [first, last] = [pages[0], pages.at(-1)];
    if (!first || !last) throw new Error('no days');
    return [first.day, last.day.add({ days: 1 })];
  };
  const [[start, end], nominal] = [rangeOf(own), rangeOf(whole)];
  const instants = [start, end, end.add({ days: gracePeriod })].map((day) => midnight(day, timeZone));
  const dates = [start, end, ...nominal, ...instants].map(String);
  return [...dates, `#${own[0]?.n}`, `${own.length}/${whole.length}`];
}
