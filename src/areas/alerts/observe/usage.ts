import { countReceivedEvents, readCycleUsage, sumMeterUsage, sumUsage } from '#areas/usage/index.ts';
import { type Decimal, decimal, ZERO } from '#core/decimal.ts';
import { awaitRunningIngestions } from '#platform/db/scheduled-work.ts';
import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';
import type { AlertRow } from '../store/alerts.ts';
import type { MeasuredPeriod } from './measured-period.ts';
import { reaches, type Sight } from './observation.ts';

/** Usage of a meter in the account's cycle, or of all accounts in a calendar month. */
export async function observeUsage(
  context: ScheduledWorkContext,
  alert: AlertRow,
  period: MeasuredPeriod,
): Promise<Sight> {
  return reaches(alert, await sumUnits(context, alert, period), period);
}

/** The usage of a period; of its cycle as committed with the events. */
export async function sumUnits(
  { tx, org }: Pick<ScheduledWorkContext, 'tx' | 'org'>,
  { accountId, entityId }: AlertRow,
  { startAt: from, endAt: until, cycle }: MeasuredPeriod,
): Promise<Decimal> {
  const meterId = entityId ?? '';
  if (accountId === null) return sumMeterUsage(tx, org, { meterId, from, until });
  const byMeter = cycle
    ? await readCycleUsage(tx, org, { accountId, ...cycle, startAt: from, endAt: until })
    : await sumUsage(tx, org, { accountId, meterIds: [meterId], from, until });
  return byMeter.get(meterId)?.units ?? ZERO;
}

/**
 * Unmatched or unprocessed events since the last check, without gaps: at the boundary the check waits for
 * events that are still being received.
 */
export async function observeEvents(
  { tx, org, now }: ScheduledWorkContext,
  alert: AlertRow,
  status: 'UNMATCHED' | 'UNPROCESSED',
): Promise<Sight> {
  await awaitRunningIngestions(tx, org);
  const range = { since: alert.checkedAt ?? now, until: now };
  const schema = alert.entityId === null ? {} : { schemaName: alert.entityId };
  const count = await countReceivedEvents(tx, org, { status, ...schema, ...range });
  return reaches(alert, decimal(count), null);
}
