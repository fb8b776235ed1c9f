/**
 * The demo tells of 90 days up to the morning of 29 November of next year. No month of them depends on a leap
 * year, so every run has the same amounts.
 */
export interface Calendar {
  /** 1 September, 00:00 UTC: prices begin. */
  start: Temporal.Instant;
  /** 29 November, 09:00 UTC: what the clock shows when the demo is ready. */
  now: Temporal.Instant;
  /** `day(9, 1)` is `2031-09-01`. */
  day(month: number, day: number): string;
  /** `at(9, 1, 12)` is the instant of noon, UTC. */
  at(month: number, day: number, hour?: number): Temporal.Instant;
}

export function calendarOf(today: Temporal.PlainDate): Calendar {
  const year = today.year + 1;
  const day = (month: number, ofMonth: number) =>
    Temporal.PlainDate.from({ year, month, day: ofMonth }).toString();
  const at = (month: number, ofMonth: number, hour = 0) =>
    Temporal.Instant.from(`${day(month, ofMonth)}T${String(hour).padStart(2, '0')}:00:00Z`);
  return { day, at, start: at(9, 1), now: at(11, 29, 9) };
}
