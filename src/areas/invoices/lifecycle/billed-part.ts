import { cycleOf, type ScheduleCycle, type ScheduleRow } from '#areas/schedules/index.ts';
import { daysBetween } from '#core/period.ts';
import { startOfDay } from '#core/period-zone.ts';

/** The days that one invoice bills: a cycle of a schedule, or its remainder after an earlier invoice. */
export interface BilledPart extends ScheduleCycle {
  /**
   * True if the part begins within the cycle of its schedule because an issued invoice bills the earlier
   * days: the schedule was cut there and joined again later.
   */
  isRemainder: boolean;
}

/**
 * Returns the remainder of the cycle around `day` if everything before it is billed; null outside the
 * schedule.
 */
export function billedPartFrom(schedule: ScheduleRow, day: Temporal.PlainDate): BilledPart | null {
  const startAt = startOfDay(day, schedule.timeZone);
  const cycle = cycleOf(schedule, startAt);
  if (!cycle) return null;
  if (cycle.start.equals(day)) return { ...cycle, isRemainder: false };
  return {
    ...cycle,
    start: day,
    startAt,
    billedDays: daysBetween({ start: day, end: cycle.end }),
    isRemainder: true,
  };
}
