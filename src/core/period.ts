import { A_MONDAY, type CycleInterval, type ResolvedCycle } from './period-config.ts';
import { isForever } from './period-zone.ts';

/** Local dates, half-open: `start` belongs to the cycle, `end` to the next one. */
export interface DateRange {
  start: Temporal.PlainDate;
  end: Temporal.PlainDate;
}

/**
 * The dates on which a schedule is in force; `end` is null (or a date from 9999-01-01 on) while it is
 * open-ended.
 */
export interface ScheduleDates {
  start: Temporal.PlainDate;
  end: Temporal.PlainDate | null;
}

/** The part of a nominal cycle that a schedule covers. It is a stub when `billedDays < nominalDays`. */
export interface BilledCycle extends DateRange {
  nominalStart: Temporal.PlainDate;
  nominalEnd: Temporal.PlainDate;
  billedDays: number;
  nominalDays: number;
}

type MonthlyInterval = Exclude<CycleInterval, 'WEEKLY' | 'CUSTOM_DAYS'>;

const MONTHS: Record<MonthlyInterval, number> = { MONTHLY: 1, QUARTERLY: 3, HALF_YEARLY: 6, ANNUALLY: 12 };
const WEEK = 7;

/** The full cycle that contains a date, regardless of schedules that cut it (`metering-pricing.md` 14.2). */
export function nominalCycleAt(resolved: ResolvedCycle, date: Temporal.PlainDate): DateRange {
  return cycleOfIndex(resolved, indexAt(resolved, date));
}

/** The full cycle with ordinal n of a chain that starts at `chainStart`; n = 0 contains the start. */
export function nominalCycleOf(
  resolved: ResolvedCycle,
  chainStart: Temporal.PlainDate,
  ordinal: number,
): DateRange {
  return cycleOfIndex(resolved, indexAt(resolved, chainStart) + ordinal);
}

/**
 * Ordinal, from 0, of the cycle that contains `date`; both parts of a cycle split by an edit have the same
 * one.
 */
export function cycleOrdinal(
  resolved: ResolvedCycle,
  chainStart: Temporal.PlainDate,
  date: Temporal.PlainDate,
): number {
  return indexAt(resolved, date) - indexAt(resolved, chainStart);
}

/**
 * The part of the cycle around `date` that a schedule bills (`metering-pricing.md` 14.4); null outside the
 * schedule.
 */
export function billedCycleAt(
  resolved: ResolvedCycle,
  schedule: ScheduleDates,
  date: Temporal.PlainDate,
): BilledCycle | null {
  if (!isInForce(schedule, date)) return null;
  const nominal = nominalCycleAt(resolved, date);
  const billed = billedPart(nominal, schedule);
  if (!billed) return null;
  return {
    ...billed,
    nominalStart: nominal.start,
    nominalEnd: nominal.end,
    billedDays: daysBetween(billed),
    nominalDays: daysBetween(nominal),
  };
}

/** The billed cycle that follows `cycle`; null when the schedule ends with it. */
export function nextBilledCycle(
  resolved: ResolvedCycle,
  schedule: ScheduleDates,
  cycle: DateRange,
): BilledCycle | null {
  return billedCycleAt(resolved, schedule, cycle.end);
}

/** The days of `range` on which the schedule is in force; null when there are none. */
export function billedPart(range: DateRange, schedule: ScheduleDates): DateRange | null {
  const start = laterOf(range.start, schedule.start);
  const end = hasEnd(schedule) ? earlierOf(range.end, schedule.end) : range.end;
  return Temporal.PlainDate.compare(start, end) < 0 ? { start, end } : null;
}

/** Calendar days, never hours / 24: a month with a clock change has as many days as any other. */
export function daysBetween({ start, end }: DateRange): number {
  return start.until(end, { largestUnit: 'days' }).days;
}

/** The date at whose first instant an arrears invoice of a cycle becomes due (`metering-pricing.md` 14.5). */
export function dueDate(cycleEnd: Temporal.PlainDate, gracePeriodDays: number): Temporal.PlainDate {
  return cycleEnd.add({ days: gracePeriodDays });
}

/**
 * Borders are numbered by k over all time, and each is computed from its own number: stepping from border to
 * border would propagate the clamp of a short month (31 Jan, 28 Feb, 28 Mar).
 */
function cycleOfIndex(resolved: ResolvedCycle, index: number): DateRange {
  return { start: borderAt(resolved, index), end: borderAt(resolved, index + 1) };
}

function borderAt({ interval, day, month = 1, days }: ResolvedCycle, index: number): Temporal.PlainDate {
  if (interval === 'WEEKLY' || interval === 'CUSTOM_DAYS')
    return A_MONDAY.add({ days: dayShift(day) + index * (days ?? WEEK) });
  const months = month - 1 + index * MONTHS[interval];
  const year = Math.floor(months / 12);
  return Temporal.PlainDate.from(
    { year, month: months - year * 12 + 1, day: day === 'LAST' ? 31 : day },
    { overflow: 'constrain' },
  );
}

/** The k of the last border on or before `date`. */
function indexAt(resolved: ResolvedCycle, date: Temporal.PlainDate): number {
  const { interval, day, month = 1, days } = resolved;
  if (interval === 'WEEKLY' || interval === 'CUSTOM_DAYS') {
    const distance = daysBetween({ start: A_MONDAY, end: date }) - dayShift(day);
    return Math.floor(distance / (days ?? WEEK));
  }
  // A month has at most one border, so the date belongs to the cycle that begins in its month or to the one
  // before.
  const index = Math.floor((date.year * 12 + date.month - month) / MONTHS[interval]);
  return Temporal.PlainDate.compare(borderAt(resolved, index), date) <= 0 ? index : index - 1;
}

/** Days from a Monday to the first border on or after it. */
function dayShift(day: number | 'LAST'): number {
  return day === 'LAST' ? WEEK - 1 : day - 1;
}

function isInForce(schedule: ScheduleDates, date: Temporal.PlainDate): boolean {
  if (Temporal.PlainDate.compare(date, schedule.start) < 0) return false;
  return !hasEnd(schedule) || Temporal.PlainDate.compare(date, schedule.end) < 0;
}

function hasEnd(schedule: ScheduleDates): schedule is DateRange {
  return schedule.end !== null && !isForever(schedule.end);
}

function laterOf(a: Temporal.PlainDate, b: Temporal.PlainDate): Temporal.PlainDate {
  return Temporal.PlainDate.compare(a, b) >= 0 ? a : b;
}

function earlierOf(a: Temporal.PlainDate, b: Temporal.PlainDate): Temporal.PlainDate {
  return Temporal.PlainDate.compare(a, b) <= 0 ? a : b;
}
