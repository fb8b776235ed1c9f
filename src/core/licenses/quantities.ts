import { Decimal, decimal, ZERO } from '../decimal.ts';
import { type DateRange, daysBetween } from '../period.ts';
import { localDate, startOfDay } from '../period-zone.ts';
import type { LevelStep } from './levels.ts';

/** Consecutive days with one quantity. */
export interface DayRun {
  start: Temporal.PlainDate;
  days: number;
  quantity: Decimal;
}

/** Licence quantities by ranges of local days. */
export interface LicenseQuantities {
  /** Quantities by day. The runs tile the range. */
  runs(range: DateRange): DayRun[];
  /** The quantity of whole ranges, without distinguishing days: the peak, or all names in them. */
  whole(...ranges: DateRange[]): Decimal;
}

/** A name with its licence from an instant until another (exclusive) or without end. */
export interface NameSpan {
  name: string;
  from: Temporal.Instant;
  until: Temporal.Instant | null;
}

/**
 * Counted licences (`metering-pricing.md` 12.2): a day counts the maximum of the level at its instants, so an
 * addition counts for the whole day, and a removal from the next day. `levels` ascend in time; the first one
 * is the level before all others.
 */
export function countedQuantities(levels: readonly LevelStep[], timeZone: string): LicenseQuantities {
  const [first, ...changes] = mergeInstants(levels);
  const days = changedDays(changes, { opening: first?.quantity ?? ZERO, timeZone });
  const runs = (range: DateRange) => cutRuns(first?.quantity ?? ZERO, days, range);
  return {
    runs,
    whole: (...ranges) => Decimal.max(ZERO, ...ranges.flatMap(runs).map(({ quantity }) => quantity)),
  };
}

/**
 * Named licences (12.3): a day counts the distinct names that had a licence at one of its instants. A licence
 * assigned and removed at one instant counts for its day.
 */
export function namedQuantities(spans: readonly NameSpan[], timeZone: string): LicenseQuantities {
  const byName = [...Map.groupBy(spans, ({ name }) => name).values()];
  const held = byName.map((own) => own.map((span) => daysOf(span, timeZone)));
  const changes = held
    .flatMap(joinDays)
    .flatMap(({ first, last }) => [
      { day: first, change: 1 },
      ...(last ? [{ day: last.add({ days: 1 }), change: -1 }] : []),
    ]);
  const ordered = changes.toSorted((a, b) => Temporal.PlainDate.compare(a.day, b.day));
  let count = 0;
  const days = ordered.map(({ day, change }) => {
    count += change;
    return { day, quantity: decimal(count) };
  });
  return {
    runs: (range) => cutRuns(ZERO, days, range),
    whole: (...ranges) => {
      const isSeen = (own: HeldDays[]) => ranges.some((range) => own.some((days) => meets(days, range)));
      return decimal(held.filter(isSeen).length);
    },
  };
}

/**
 * The quantities as known on `day`, constant from then on. A charge in advance uses them; later changes are
 * settled later.
 */
export function frozenFrom(quantities: LicenseQuantities, day: Temporal.PlainDate): LicenseQuantities {
  const known = { start: day, end: day.add({ days: 1 }) };
  const isAfter = ({ start }: DateRange) => Temporal.PlainDate.compare(start, day) >= 0;
  return {
    runs: (range) => {
      if (!isAfter(range)) throw new RangeError(`days before ${day} are not frozen`);
      const [run] = quantities.runs(known);
      return [{ start: range.start, days: daysBetween(range), quantity: run?.quantity ?? ZERO }];
    },
    whole: (...ranges) =>
      quantities.whole(
        ...ranges.map((range) => {
          if (isAfter(range)) return known;
          const isCut = Temporal.PlainDate.compare(range.end, day) > 0;
          return isCut ? { start: range.start, end: known.end } : range;
        }),
      ),
  };
}

/** From a day on, until the next one in the list. */
interface DayQuantity {
  day: Temporal.PlainDate;
  quantity: Decimal;
}

/** Of several levels at one instant, only the last was ever in force. */
function mergeInstants(levels: readonly LevelStep[]): LevelStep[] {
  return levels.filter((step, index) => index === 0 || !levels[index + 1]?.at.equals(step.at));
}

function changedDays(
  changes: readonly LevelStep[],
  { opening, timeZone }: { opening: Decimal; timeZone: string },
): DayQuantity[] {
  const days: DayQuantity[] = [];
  let level = opening;
  const byDay = Map.groupBy(changes, ({ at }) => localDate(at, timeZone).toString());
  for (const [text, steps] of byDay) {
    const day = Temporal.PlainDate.from(text);
    // The level of the previous evening counts for this day, unless a change comes at the start of the day.
    const carried = steps[0]?.at.equals(startOfDay(day, timeZone)) ? [] : [level];
    const peak = Decimal.max(...carried, ...steps.map(({ quantity }) => quantity));
    level = steps.at(-1)?.quantity ?? level;
    days.push({ day, quantity: peak }, { day: day.add({ days: 1 }), quantity: level });
  }
  return days;
}

/** The runs of a range. Of several quantities for one day, the last counts. */
function cutRuns(opening: Decimal, changes: readonly DayQuantity[], { start, end }: DateRange): DayRun[] {
  const { compare } = Temporal.PlainDate;
  const named: DayQuantity[] = [{ day: start, quantity: opening }];
  for (const change of changes) {
    if (compare(change.day, end) >= 0) break;
    const day = compare(change.day, start) <= 0 ? start : change.day;
    if (named.at(-1)?.day.equals(day)) named.pop();
    if (!named.at(-1)?.quantity.eq(change.quantity)) named.push({ day, quantity: change.quantity });
  }
  return named.map(({ day, quantity }, index) => {
    const next = named[index + 1]?.day ?? end;
    return { start: day, days: daysBetween({ start: day, end: next }), quantity };
  });
}

/** Local days, both inclusive; without a last day they are open-ended. */
interface HeldDays {
  first: Temporal.PlainDate;
  last: Temporal.PlainDate | null;
}

function daysOf({ from, until }: NameSpan, timeZone: string): HeldDays {
  const first = localDate(from, timeZone);
  if (until === null) return { first, last: null };
  const isEmpty = Temporal.Instant.compare(until, from) <= 0;
  return { first, last: isEmpty ? first : localDate(until.subtract({ nanoseconds: 1 }), timeZone) };
}

/** Merges spans of one name that touch or overlap. */
function joinDays(held: readonly HeldDays[]): HeldDays[] {
  const { compare } = Temporal.PlainDate;
  const joined: HeldDays[] = [];
  for (const days of held.toSorted((a, b) => compare(a.first, b.first))) {
    const before = joined.at(-1);
    const isJoined = before && (!before.last || compare(days.first, before.last) <= 0);
    if (!isJoined) joined.push({ ...days });
    else if (before.last && (!days.last || compare(days.last, before.last) > 0)) before.last = days.last;
  }
  return joined;
}

function meets({ first, last }: HeldDays, { start, end }: DateRange): boolean {
  const { compare } = Temporal.PlainDate;
  return compare(first, end) < 0 && (last === null || compare(last, start) >= 0);
}
