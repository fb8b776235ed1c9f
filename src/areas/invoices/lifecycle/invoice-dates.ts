import { localDate, startOfDay } from '#core/period-zone.ts';

/**
 * Until when an invoice can be paid in time: the last millisecond of the local day that lies the net term
 * after the invoice date (`money-platform.md` 10.3).
 */
export function dueDateOf(terms: {
  invoiceDate: Temporal.Instant;
  netTermDays: number;
  timeZone: string;
}): Temporal.Instant {
  const day = localDate(terms.invoiceDate, terms.timeZone).add({ days: terms.netTermDays });
  return startOfDay(day.add({ days: 1 }), terms.timeZone).subtract({ milliseconds: 1 });
}

/** The first instant of the local day after the one that `instant` lies in. */
export function nextDay(instant: Temporal.Instant, timeZone: string): Temporal.Instant {
  return startOfDay(localDate(instant, timeZone).add({ days: 1 }), timeZone);
}

export function laterOf(a: Temporal.Instant, b: Temporal.Instant): Temporal.Instant {
  return Temporal.Instant.compare(a, b) >= 0 ? a : b;
}
