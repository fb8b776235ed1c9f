import { listOpenInvoices } from '#areas/invoices/index.ts';
import { localDate, startOfDay } from '#core/period-zone.ts';
import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';
import type { AlertRow } from '../store/alerts.ts';
import type { Sight } from './observation.ts';

/** The most invoices that one alert watches, the earliest due first. */
const MAX_WATCHED = 10_000;

/** Issued invoices that fall due within the given number of days, today included. */
export function observeDueInvoices(context: ScheduledWorkContext, alert: AlertRow, timeZone: string) {
  const { now } = context;
  const lastDay = localDate(now, timeZone).add({ days: daysOf(alert) });
  return observeInvoices(context, alert, {
    from: now,
    until: startOfDay(lastDay.add({ days: 1 }), timeZone),
  });
}

/** Unpaid invoices that are overdue by the given number of days. */
export function observeOverdueInvoices(context: ScheduledWorkContext, alert: AlertRow, timeZone: string) {
  const { now } = context;
  const lastDay = localDate(now, timeZone).subtract({ days: daysOf(alert) });
  const end = startOfDay(lastDay.add({ days: 1 }), timeZone);
  return observeInvoices(context, alert, { until: Temporal.Instant.compare(end, now) < 0 ? end : now });
}

async function observeInvoices(
  { tx, org }: ScheduledWorkContext,
  { accountId }: AlertRow,
  dueIn: { from?: Temporal.Instant; until: Temporal.Instant },
): Promise<Sight> {
  const owner = accountId === null ? {} : { accountId };
  const found = await listOpenInvoices(tx, org, { ...owner, ...dueIn, limit: MAX_WATCHED + 1 });
  return {
    observations: found.slice(0, MAX_WATCHED).map(({ id, outstanding }) => ({
      ...{ scopeKey: id, value: outstanding, holds: true, period: null },
    })),
    isComplete: found.length <= MAX_WATCHED,
  };
}

function daysOf({ id, days }: AlertRow): number {
  if (days === null) throw new Error(`alert ${id} has no number of days`);
  return days;
}
