import { sumRevenue } from '#areas/metrics/index.ts';
import { countUnprocessedEvents, readCycleUsage, sumMeterUsage, sumUsage } from '#areas/usage/index.ts';
import { type Decimal, decimal, ZERO } from '#core/decimal.ts';
import { awaitRunningIngestions } from '#platform/db/due-work.ts';
import type { DueWorkContext } from '#platform/jobs/due-work.ts';
import { findCurrentPeriod, type MeasuredPeriod } from './current-period.ts';
import type { AlertRow } from './store/alerts.ts';

/** What a check saw. A template that looks at each invoice sees only those in its condition. */
export interface Observation {
  /** The invoice, or empty. */
  scopeKey: string;
  value: Decimal;
  holds: boolean;
  period: Pick<MeasuredPeriod, 'startAt' | 'endAt'> | null;
}

/** Looks at what an alert watches, as it is now. */
export function observe(context: DueWorkContext, alert: AlertRow, timeZone: string): Promise<Observation[]> {
  switch (alert.templateId) {
    case 'USAGE_THRESHOLD':
      return observeUsage(context, alert, timeZone);
    case 'REVENUE_THRESHOLD':
      return observeRevenue(context, alert, timeZone);
    case 'UNPROCESSED_EVENTS':
      return observeUnprocessed(context, alert);
    default:
      return alert.templateId satisfies never;
  }
}

async function observeUsage(
  { tx, org, now }: DueWorkContext,
  alert: AlertRow,
  timeZone: string,
): Promise<Observation[]> {
  const { accountId, entityId } = alert;
  const meterId = entityId ?? '';
  const period = await findCurrentPeriod(tx, org, { accountId, at: now, timeZone });
  const range = { from: period.startAt, until: period.endAt };
  if (accountId === null)
    return [reached(alert, await sumMeterUsage(tx, org, { meterId, ...range }), period)];
  const byMeter = period.cycle
    ? await readCycleUsage(tx, org, { accountId, ...period.cycle })
    : await sumUsage(tx, org, { accountId, meterIds: [meterId], ...range });
  return [reached(alert, byMeter.get(meterId)?.units ?? ZERO, period)];
}

async function observeRevenue(
  { tx, org, now }: DueWorkContext,
  alert: AlertRow,
  timeZone: string,
): Promise<Observation[]> {
  const { accountId, entityId: billableId } = alert;
  const period = await findCurrentPeriod(tx, org, { accountId, at: now, timeZone });
  const range = { from: period.startAt, until: period.endAt };
  return [reached(alert, await sumRevenue(tx, org, { accountId, billableId, ...range, now }), period)];
}

/** From check to check without a gap: what is being received now waits, or is before the border and seen. */
async function observeUnprocessed({ tx, org, now }: DueWorkContext, alert: AlertRow): Promise<Observation[]> {
  await awaitRunningIngestions(tx, org);
  const range = { since: alert.checkedAt ?? now, until: now };
  const schema = alert.entityId === null ? {} : { schemaName: alert.entityId };
  const count = await countUnprocessedEvents(tx, org, { ...schema, ...range });
  return [reached(alert, decimal(count), null)];
}

function reached(alert: AlertRow, value: Decimal, period: MeasuredPeriod | null): Observation {
  return { scopeKey: '', value, holds: value.gte(thresholdOf(alert)), period };
}

function thresholdOf({ id, threshold }: AlertRow): Decimal {
  if (threshold === null) throw new Error(`alert ${id} has no threshold`);
  return threshold;
}
