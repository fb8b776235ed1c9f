import { localDate, startOfDay } from '#core/period-zone.ts';

/** By the number of local days since the last day on which a payment was on time. */
export const AGES = ['CURRENT', 'DAYS_1_TO_30', 'DAYS_31_TO_60', 'DAYS_61_TO_90', 'OVER_90_DAYS'] as const;

/** The first instants of the ages: an invoice due at or after one of them is at most that old. */
export interface AgeBounds {
  /** Local midnight: what is due from here on is not overdue. */
  today: Temporal.Instant;
  days30: Temporal.Instant;
  days60: Temporal.Instant;
  days90: Temporal.Instant;
}

/**
 * Ages count local days, so that an invoice changes its age at midnight, also in a week in which the clock
 * changes.
 */
export function ageBounds(now: Temporal.Instant, timeZone: string): AgeBounds {
  const today = localDate(now, timeZone);
  const before = (days: number) => startOfDay(today.subtract({ days }), timeZone);
  return { today: before(0), days30: before(30), days60: before(60), days90: before(90) };
}

/** The number of local days since the due date; 0 if it has not passed. */
export function daysPastDue(dueDate: Temporal.Instant, now: Temporal.Instant, timeZone: string): number {
  const { days } = localDate(dueDate, timeZone).until(localDate(now, timeZone), { largestUnit: 'days' });
  return Math.max(days, 0);
}
