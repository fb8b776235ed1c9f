import { isForever } from '#core/period-zone.ts';
import { invalidRequest } from '#platform/problem.ts';
import { cycleOf } from './cycles.ts';
import { dateRefused } from './problems.ts';
import { MODES, type Mode, type PlannedSchedule } from './store/schedules.ts';
import { type DayRange, endsAfter, firstFreeDay, isBefore, overlaps } from './timeline.ts';

/** An edit of a draft, stored with it to be checked again on finalization. */
export interface EditedRange {
  mode: 'ASSOCIATE' | 'DISASSOCIATE';
  from: string;
  /** Null: forever. */
  until: string | null;
}

/** Facts that the date rules need besides the edit. */
export interface DateFacts {
  /** The live timeline in day order. */
  live: readonly PlannedSchedule[];
  now: Temporal.Instant;
  today: Temporal.PlainDate;
  /** The day after the last one on an issued invoice. */
  invoicedUntil: Temporal.PlainDate | null;
}

const MAX_DAYS_BACK = 400;
/** Limits a timeline, and the ranges that its draft edits. */
export const MAX_SCHEDULES = 500;

/**
 * Checks when an edit may begin (`metering-pricing.md` 18.4), day by day against the live timeline: scheduled
 * days from tomorrow on, or from the start of the running cycle if the plan allows that; free days without an
 * invoice from 400 days ago on.
 */
export function checkDates(edit: EditedRange, path: string, facts: DateFacts): void {
  const rule = findDateProblem(edit, facts);
  if (rule) throw dateRefused({ path, rule });
}

/** The violated date rule as a sentence; null if the edit is allowed. */
export function findDateProblem(edit: EditedRange, facts: DateFacts): string | null {
  const range = readRange(edit);
  for (const schedule of facts.live) {
    if (!overlaps(schedule, range)) continue;
    const first = later(schedule.startDate, range.startDate);
    const earliest = earliestChange(schedule, facts);
    if (isBefore(first, earliest))
      return (
        `schedule ${schedule.id} already prices ${first}; only its days from ${earliest} on can be ` +
        'changed'
      );
  }
  if (edit.mode === 'DISASSOCIATE') return null;
  const free = firstFreeDay(facts.live, range);
  return free && checkFreeDay(free, facts);
}

export function readRange(edit: EditedRange): DayRange {
  return {
    startDate: Temporal.PlainDate.from(edit.from),
    endDate: edit.until === null ? null : Temporal.PlainDate.from(edit.until),
  };
}

/** Every date from 9999-01-01 on means no end. */
export function readEnd(date: Temporal.PlainDate): Temporal.PlainDate | null {
  return isForever(date) ? null : date;
}

/** The requested mode of a list; page tokens carry it as a filter. */
export function readMode(conditions: readonly string[] | undefined): Mode {
  const requested = MODES.filter((mode) => conditions?.length === 1 && conditions[0] === `in:["${mode}"]`);
  if (requested[0]) return requested[0];
  throw invalidRequest({ problems: [`mode: is required; one of ${MODES.join(', ')}`] });
}

/** Schedules that have not ended before a day. */
export function endingAfter<T extends DayRange>(timeline: readonly T[], day: Temporal.PlainDate): T[] {
  return timeline.filter((entry) => endsAfter(entry, day));
}

/** A previous cycle cannot change, even during its grace period. */
function earliestChange(schedule: PlannedSchedule, facts: DateFacts): Temporal.PlainDate {
  const { now, today, invoicedUntil } = facts;
  const tomorrow = today.add({ days: 1 });
  const isOngoing = schedule.deferredRevenue || schedule.allowOngoingCycleUpdates;
  const running = isOngoing ? cycleOf(schedule, now) : null;
  if (!running) return tomorrow;
  const unbilled = invoicedUntil ? later(running.start, invoicedUntil) : running.start;
  return isBefore(unbilled, tomorrow) ? unbilled : tomorrow;
}

function checkFreeDay(day: Temporal.PlainDate, { today, invoicedUntil }: DateFacts): string | null {
  if (isBefore(today, day)) return null;
  const oldest = today.subtract({ days: MAX_DAYS_BACK });
  if (isBefore(day, oldest)) return `must not be before ${oldest}, ${MAX_DAYS_BACK} days ago`;
  if (invoicedUntil && isBefore(day, invoicedUntil))
    return `days before ${invoicedUntil} are already invoiced`;
  return null;
}

function later(a: Temporal.PlainDate, b: Temporal.PlainDate): Temporal.PlainDate {
  return isBefore(a, b) ? b : a;
}
