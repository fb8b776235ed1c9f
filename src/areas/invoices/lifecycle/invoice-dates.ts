import { localDate, startOfDay } from '#core/period-zone.ts';

/**
 * Returns the due date of an invoice: the last millisecond of the local day that is the net term after the
 * invoice date (`money-platform.md` 10.3).
 */
export function dueDateOf(terms: {
  invoiceDate: Temporal.Instant;
  netTermDays: number;
  timeZone: string;
}): Temporal.Instant {
  const day = localDate(terms.invoiceDate, terms.timeZone).add({ days: terms.netTermDays });
  return startOfDay(day.add({ days: 1 }), terms.timeZone).subtract({ milliseconds: 1 });
}

/** Returns the first instant of the local day after that of `instant`. */
export function nextDay(instant: Temporal.Instant, timeZone: string): Temporal.Instant {
  return startOfDay(localDate(instant, timeZone).add({ days: 1 }), timeZone);
}

export function laterOf(a: Temporal.Instant, b: Temporal.Instant): Temporal.Instant {
  return Temporal.Instant.compare(a, b) >= 0 ? a : b;
}
