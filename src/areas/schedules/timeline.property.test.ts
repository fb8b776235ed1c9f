import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type PricingCycleConfig, resolveOffsets } from '#core/period-config.ts';
import { localDate, startOfDay } from '#core/period-zone.ts';
import { cycleOf, nextCycleOf } from './cycles.ts';
import { toScheduleRow } from './store/schedules.ts';
import { chainStartOf, entryOn, joinNeighbours, overlay, type TimelineEntry } from './timeline.ts';

/*
 * Invariants 6 and 7 of metering-pricing.md 23.2. The model is a list of days, each with the plan, version
 * and override that price it: an edit writes its days and touches no other. One day more stands for the days
 * after every edit that has an end. The days lie around a change of the clock in some zones.
 */
const DAYS = 70;
const FIRST = Temporal.PlainDate.from('2030-02-15');
const day = (index: number) => FIRST.add({ days: index });
const ZONES = [
  'UTC',
  'Europe/Berlin', //        forward on 31 March
  'America/New_York', //     forward on 10 March
  'America/Santiago', //     back on 7 April at midnight: that hour comes twice
  'Asia/Beirut', //          forward on 31 March at midnight: that hour never comes
  'Australia/Lord_Howe', //  back by half an hour
  'Pacific/Kiritimati',
] as const;
const CYCLES: PricingCycleConfig[] = [
  { interval: 'MONTHLY', gracePeriod: 0 },
  { interval: 'MONTHLY', gracePeriod: 3, startOffset: { dayOffset: 'LAST' } },
  { interval: 'WEEKLY', gracePeriod: 1, anniversaryCycle: true },
  { interval: 'CUSTOM_DAYS', gracePeriod: 0, intervalDays: 10 },
];

interface Edit {
  from: number;
  /** Null: forever. */
  until: number | null;
  /** Null leaves a gap. */
  plan: string | null;
  version: number;
  override: string | null;
  cycle: PricingCycleConfig;
}

const edits = fc.array(
  fc
    .record({
      from: fc.nat(DAYS - 1),
      length: fc.integer({ min: 1, max: DAYS }),
      isForever: fc.boolean(),
      plan: fc.constantFrom('A', 'B', null),
      version: fc.constantFrom(1, 2),
      override: fc.constantFrom(null, null, 'own'),
      cycle: fc.constantFrom(...CYCLES),
    })
    .map(({ from, length, isForever, ...terms }) => ({
      ...terms,
      from,
      until: isForever ? null : from + length,
    })),
  { maxLength: 12 },
);
const zone = fc.constantFrom(...ZONES);

it('no edit sequence makes schedules overlap, and other days keep plan, version and override', () => {
  fc.assert(
    fc.property(edits, (sequence) => {
      const { timeline, model } = play(sequence);
      expect(days(timeline)).toEqual(model);
      for (const [index, entry] of timeline.entries()) {
        const next = timeline[index + 1];
        if (entry.endDate) expect(Temporal.PlainDate.compare(entry.startDate, entry.endDate)).toBe(-1);
        else expect(next).toBeUndefined();
        if (next && entry.endDate)
          expect(Temporal.PlainDate.compare(entry.endDate, next.startDate)).toBeLessThanOrEqual(0);
      }
    }),
    { numRuns: 250 },
  );
});

it('every instant belongs to the schedule of its local day, in every zone', () => {
  const hours = fc.array(fc.integer({ min: -30, max: (DAYS + 2) * 24 }), { minLength: 10, maxLength: 10 });
  fc.assert(
    fc.property(edits, zone, hours, (sequence, timeZone, offsets) => {
      const { timeline } = play(sequence, timeZone);
      const rows = timeline.map((entry) => toScheduleRow(entry, 'acme'));
      const borders = rows.flatMap(({ startAt, endAt }) => (endAt ? [startAt, endAt] : [startAt]));
      const start = startOfDay(FIRST, timeZone);
      const instants = [
        ...offsets.map((hour) => start.add({ hours: hour })),
        ...borders.flatMap((border) => [border, border.subtract({ microseconds: 1 })]),
      ];
      for (const at of instants) {
        const found = rows.filter((row) => cycleOf(row, at) !== null).map(({ id }) => id);
        const expected = entryOn(timeline, localDate(at, timeZone));
        expect(found).toEqual(expected ? [expected.id] : []);
      }
    }),
    { numRuns: 100 },
  );
});

it('cycles tile each schedule, and go on being counted where nothing but the version changes', () => {
  fc.assert(
    fc.property(edits, zone, (sequence, timeZone) => {
      for (const entry of play(sequence, timeZone).timeline) {
        const row = toScheduleRow({ ...entry, endDate: entry.endDate ?? day(2 * DAYS + 40) }, 'acme');
        let cycle = cycleOf(row, row.startAt);
        let [reached, billed, ordinal] = [row.startAt, 0, cycle?.ordinal ?? -1];
        expect(ordinal === 0 || entry.chainStartDate.toString() < entry.startDate.toString()).toBe(true);
        while (cycle) {
          expect(cycle.startAt.equals(reached)).toBe(true);
          expect(cycle.ordinal).toBe(ordinal++);
          reached = cycle.endAt;
          billed += cycle.billedDays;
          cycle = nextCycleOf(row, cycle);
        }
        expect(reached.equals(row.endAt as Temporal.Instant)).toBe(true);
        expect(billed).toBe(row.startDate.until(row.endDate ?? row.startDate, { largestUnit: 'days' }).days);
      }
    }),
    { numRuns: 100 },
  );
});

it('an id never gets another start, and no two schedules have the same', () => {
  fc.assert(
    fc.property(edits, (sequence) => {
      const starts = new Map<string, string>();
      for (const timeline of play(sequence).steps) {
        expect(new Set(timeline.map(({ id }) => id)).size).toBe(timeline.length);
        for (const { id, startDate } of timeline) {
          expect(starts.get(id) ?? startDate.toString()).toBe(startDate.toString());
          starts.set(id, startDate.toString());
        }
      }
    }),
    { numRuns: 150 },
  );
});

it('joining changes no day, and leaves no equal neighbours from its first day on', () => {
  fc.assert(
    fc.property(edits, fc.nat(DAYS), (sequence, from) => {
      const { timeline, model } = play(sequence);
      const joined = joinNeighbours(timeline, day(from));
      expect(days(joined)).toEqual(model);
      expect(joinNeighbours(joined, day(from))).toEqual(joined);
      // What begins before that day keeps its ids and borders.
      const begun = (entries: readonly TimelineEntry[]) =>
        entries.filter((e) => Temporal.PlainDate.compare(e.startDate, day(from)) < 0).map(({ id }) => id);
      expect(begun(joined)).toEqual(begun(timeline));
    }),
    { numRuns: 150 },
  );
});

function play(sequence: readonly Edit[], timeZone = 'UTC') {
  let timeline: TimelineEntry[] = [];
  const model = new Array<string>(DAYS + 1).fill('free');
  const steps: TimelineEntry[][] = [];
  let ids = 0;
  for (const edit of sequence) {
    const range = { startDate: day(edit.from), endDate: edit.until === null ? null : day(edit.until) };
    const inserted = edit.plan === null ? null : entry(`s${ids++}`, edit, { ...range, timeline, timeZone });
    timeline = overlay(timeline, range, { inserted, newId: () => `s${ids++}` });
    steps.push(timeline);
    const last = edit.until === null ? DAYS + 1 : Math.min(edit.until, DAYS);
    model.fill(edit.plan === null ? 'free' : nameOf(edit), edit.from, last);
  }
  return { timeline, model, steps };
}

function nameOf({ plan, version, override }: Pick<Edit, 'plan' | 'version' | 'override'>): string {
  return `${plan}${version} ${override ?? ''}`;
}

/** What prices a day of the timeline; `DAYS` is the day after every edit that has an end. */
function days(timeline: readonly TimelineEntry[]): string[] {
  return Array.from({ length: DAYS + 1 }, (_, index) => {
    const found = timeline.filter(({ startDate, endDate }) => {
      if (index === DAYS) return endDate === null;
      const isBegun = Temporal.PlainDate.compare(startDate, day(index)) <= 0;
      return isBegun && (endDate === null || Temporal.PlainDate.compare(day(index), endDate) < 0);
    });
    const names = found.map(({ planId: plan, planVersion: version, overrideReferenceId: override }) =>
      nameOf({ plan, version, override }),
    );
    return names.length === 0 ? 'free' : names.join('+');
  });
}

function entry(
  id: string,
  edit: Edit,
  base: Pick<TimelineEntry, 'startDate' | 'endDate' | 'timeZone'> & { timeline: readonly TimelineEntry[] },
): TimelineEntry {
  const { startDate, endDate, timeZone, timeline } = base;
  const planId = edit.plan ?? '';
  const resolvedCycle = resolveOffsets(edit.cycle, startDate);
  return {
    ...{ id, planId, planVersion: edit.version, startDate, endDate, timeZone, resolvedCycle },
    cycleConfig: edit.cycle,
    chainStartDate: chainStartOf(timeline, { planId, resolvedCycle, startDate }),
    isOverridden: edit.override !== null,
    overrideReferenceId: edit.override,
    createdAt: Temporal.Instant.from('2030-01-01T00:00:00Z'),
  };
}
