import fc from 'fast-check';
import { expect, it } from 'vitest';
import { joinNeighbours, overlay, type TimelineEntry } from './timeline.ts';

/*
 * The model is a list of days, each with the plan and version that prices it: an edit writes its days and
 * touches no other. One day more stands for the days after every edit that has an end.
 */
const DAYS = 40;
const FIRST = Temporal.PlainDate.from('2030-01-01');
const day = (index: number) => FIRST.add({ days: index });

interface Edit {
  from: number;
  /** Null: forever. */
  until: number | null;
  /** Null leaves a gap. */
  plan: string | null;
  version: number;
}

const edits = fc.array(
  fc
    .record({
      from: fc.nat(DAYS - 1),
      length: fc.integer({ min: 1, max: DAYS }),
      isForever: fc.boolean(),
      plan: fc.constantFrom('A', 'B', null),
      version: fc.constantFrom(1, 2),
    })
    .map(({ from, length, isForever, ...terms }) => ({
      ...terms,
      from,
      until: isForever ? null : from + length,
    })),
  { maxLength: 12 },
);

it('no edit sequence makes schedules overlap, and other days keep plan and version', () => {
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
    { numRuns: 500 },
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
    { numRuns: 300 },
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
    { numRuns: 300 },
  );
});

function play(sequence: readonly Edit[]) {
  let timeline: TimelineEntry[] = [];
  const model = new Array<string>(DAYS + 1).fill('free');
  const steps: TimelineEntry[][] = [];
  let ids = 0;
  for (const edit of sequence) {
    const range = { startDate: day(edit.from), endDate: edit.until === null ? null : day(edit.until) };
    const inserted = edit.plan === null ? null : entry(`s${ids++}`, edit, range);
    timeline = overlay(timeline, range, { inserted, newId: () => `s${ids++}` });
    steps.push(timeline);
    const last = edit.until === null ? DAYS + 1 : Math.min(edit.until, DAYS);
    model.fill(edit.plan === null ? 'free' : `${edit.plan}${edit.version}`, edit.from, last);
  }
  return { timeline, model, steps };
}

/** What prices the days after every edit that has an end. */
function coverAfter(timeline: readonly TimelineEntry[]): string {
  const last = timeline.findLast(({ endDate }) => endDate === null);
  return last ? `${last.planId}${last.planVersion}` : 'free';
}

function days(timeline: readonly TimelineEntry[]): string[] {
  return Array.from({ length: DAYS + 1 }, (_, index) => {
    if (index === DAYS) return coverAfter(timeline);
    const on = day(index);
    const found = timeline.filter(
      ({ startDate, endDate }) =>
        Temporal.PlainDate.compare(startDate, on) <= 0 &&
        (endDate === null || Temporal.PlainDate.compare(on, endDate) < 0),
    );
    return found.length === 0 ? 'free' : found.map((e) => `${e.planId}${e.planVersion}`).join('+');
  });
}

function entry(id: string, edit: Edit, range: Pick<TimelineEntry, 'startDate' | 'endDate'>): TimelineEntry {
  return {
    ...range,
    id,
    planId: edit.plan ?? '',
    planVersion: edit.version,
    timeZone: 'UTC',
    cycleConfig: { interval: 'MONTHLY', gracePeriod: 0 },
    resolvedCycle: { interval: 'MONTHLY', day: 1 },
    chainStartDate: FIRST,
    isOverridden: false,
    overrideReferenceId: null,
    createdAt: Temporal.Instant.from('2030-01-01T00:00:00Z'),
  };
}
