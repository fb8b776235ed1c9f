import { canonicalJson } from '#core/canonical-json.ts';
import { explicitCycle } from '#core/explicit-cycle.ts';
import type { PricingCycleConfig, ResolvedCycle } from '#core/period-config.ts';

/** Local days, half-open; an end of null is forever. */
export interface DayRange {
  startDate: Temporal.PlainDate;
  endDate: Temporal.PlainDate | null;
}

/** A timeline entry: which plan prices the account on which days, and how its cycles are counted. */
export interface TimelineEntry extends DayRange {
  /** Identifies a plan, its terms and its first day: an id never gets another start. */
  id: string;
  planId: string;
  planVersion: number;
  timeZone: string;
  cycleConfig: PricingCycleConfig;
  resolvedCycle: ResolvedCycle;
  chainStartDate: Temporal.PlainDate;
  isOverridden: boolean;
  overrideReferenceId: string | null;
  createdAt: Temporal.Instant;
}

/**
 * Applies an edit to a timeline in day order (`metering-pricing.md` 18.3). The edit owns its range: earlier
 * days keep their id, days inside are removed, later days continue under a new id with the same terms.
 * `inserted` takes the range; null leaves a gap.
 */
export function overlay<T extends DayRange & { id: string }>(
  timeline: readonly T[],
  range: DayRange,
  edit: { inserted: T | null; newId: () => string },
): T[] {
  const kept = timeline.flatMap((entry) => {
    if (!overlaps(entry, range)) return [entry];
    const parts: T[] = [];
    if (isBefore(entry.startDate, range.startDate)) parts.push({ ...entry, endDate: range.startDate });
    if (range.endDate && endsAfter(entry, range.endDate))
      parts.push({ ...entry, id: edit.newId(), startDate: range.endDate });
    return parts;
  });
  return inOrder(edit.inserted ? [...kept, edit.inserted] : kept);
}

/**
 * Merges neighbors that differ only in their days; the earlier id survives. Boundaries before `notBefore`
 * stay, because their cycles have been or are being billed under two ids.
 */
export function joinNeighbours(
  timeline: readonly TimelineEntry[],
  notBefore: Temporal.PlainDate,
): TimelineEntry[] {
  const joined: TimelineEntry[] = [];
  for (const entry of inOrder(timeline)) {
    const last = joined.at(-1);
    const isJoinable =
      last?.endDate?.equals(entry.startDate) &&
      !isBefore(entry.startDate, notBefore) &&
      termsOf(last) === termsOf(entry);
    if (last && isJoinable) joined[joined.length - 1] = { ...last, endDate: entry.endDate };
    else joined.push(entry);
  }
  return joined;
}

/**
 * The start of a new schedule's cycle count (`metering-pricing.md` 14.6): that of the schedule with the same
 * plan and cycles that it follows without a gap, else its own.
 */
export function chainStartOf(
  timeline: readonly TimelineEntry[],
  entry: { planId: string; resolvedCycle: ResolvedCycle; startDate: Temporal.PlainDate },
): Temporal.PlainDate {
  const before = timeline.find(
    (each) =>
      isBefore(each.startDate, entry.startDate) &&
      (each.endDate === null || !isBefore(each.endDate, entry.startDate)),
  );
  const isContinued =
    before?.planId === entry.planId &&
    canonicalJson(before.resolvedCycle) === canonicalJson(entry.resolvedCycle);
  return before && isContinued ? before.chainStartDate : entry.startDate;
}

/** Whether an entry is already live with the same prices; its end may differ. */
export function isLive(entry: TimelineEntry, live: readonly TimelineEntry[]): boolean {
  const { id, overrideReferenceId: referenceId } = entry;
  return live.some((each) => each.id === id && each.overrideReferenceId === referenceId);
}

/**
 * Recomputes the cycle counts after an edit (`metering-pricing.md` 14.6): they restart after a gap or another
 * plan, and continue after the same plan and cycles. Started schedules of `before` keep theirs, because they
 * are billing their cycles.
 */
export function rechain(
  timeline: readonly TimelineEntry[],
  edit: { from: Temporal.PlainDate; today: Temporal.PlainDate; before: readonly TimelineEntry[] },
): TimelineEntry[] {
  const known = new Set(edit.before.map(({ id }) => id));
  const counted: TimelineEntry[] = [];
  for (const entry of inOrder(timeline)) {
    const isAfter = isBefore(edit.from, entry.startDate);
    const hasBegun = known.has(entry.id) && !isBefore(edit.today, entry.startDate);
    const chainStartDate = isAfter && !hasBegun ? chainStartOf(counted, entry) : entry.chainStartDate;
    counted.push(chainStartDate.equals(entry.chainStartDate) ? entry : { ...entry, chainStartDate });
  }
  return counted;
}

/** The entry that prices a day; null in a gap. */
export function entryOn<T extends DayRange>(timeline: readonly T[], day: Temporal.PlainDate): T | null {
  return timeline.find((entry) => !isBefore(day, entry.startDate) && endsAfter(entry, day)) ?? null;
}

/** The first day of a range without an entry; null if there is none. Expects ordered entries. */
export function firstFreeDay(timeline: readonly DayRange[], range: DayRange): Temporal.PlainDate | null {
  let day = range.startDate;
  for (const entry of timeline) {
    if (isBefore(day, entry.startDate)) break;
    if (entry.endDate === null) return null;
    if (isBefore(day, entry.endDate)) day = entry.endDate;
  }
  return range.endDate === null || isBefore(day, range.endDate) ? day : null;
}

export function overlaps(a: DayRange, b: DayRange): boolean {
  return endsAfter(a, b.startDate) && endsAfter(b, a.startDate);
}

/** Whether `outer` contains every day of `inner`. */
export function covers(outer: DayRange, inner: DayRange): boolean {
  if (isBefore(inner.startDate, outer.startDate)) return false;
  return outer.endDate === null || (inner.endDate !== null && !isBefore(outer.endDate, inner.endDate));
}

export function endsAfter({ endDate }: DayRange, day: Temporal.PlainDate): boolean {
  return endDate === null || isBefore(day, endDate);
}

export function isBefore(a: Temporal.PlainDate, b: Temporal.PlainDate): boolean {
  return Temporal.PlainDate.compare(a, b) < 0;
}

function inOrder<T extends DayRange>(timeline: readonly T[]): T[] {
  return timeline.toSorted((a, b) => Temporal.PlainDate.compare(a.startDate, b.startDate));
}

/**
 * The pricing terms of an entry, as text. Equal references mean equal prices, and cycles with equal
 * boundaries are equal, whether configured or derived from the first day.
 */
function termsOf(entry: TimelineEntry): string {
  const { planId, planVersion, timeZone, resolvedCycle, overrideReferenceId } = entry;
  const cycleConfig = explicitCycle(entry.cycleConfig, resolvedCycle);
  const chainStart = entry.chainStartDate.toString();
  const terms = { planId, planVersion, timeZone, cycleConfig, resolvedCycle };
  return canonicalJson({ ...terms, overrideReferenceId, chainStart });
}
