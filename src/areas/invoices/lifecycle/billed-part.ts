import { cycleOf, type ScheduleCycle, type ScheduleRow } from '#areas/schedules/index.ts';
import { daysBetween } from '#core/period.ts';
import { startOfDay } from '#core/period-zone.ts';

/** The days that one invoice bills: a cycle of a schedule, or what an earlier invoice left of it. */
export interface BilledPart extends ScheduleCycle {
  /**
   * Begins inside the cycle of its schedule, because the days before are on an issued invoice: a schedule
   * that was cut there and joined again later.
   */
  isRemainder: boolean;
}

/** What is left of the cycle around `day` when all before it is billed; null outside the schedule. */
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
