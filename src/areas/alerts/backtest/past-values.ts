import { sumRevenueUntil } from '#areas/metrics/index.ts';
import { countReceivedEventsBetween } from '#areas/usage/index.ts';
import { type Decimal, decimal, ZERO } from '#core/decimal.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { readPeriods } from '../observe/measured-period.ts';
import { reaches } from '../observe/observation.ts';
import { backtestUnsupported } from '../problems.ts';
import type { AlertRow } from '../store/alerts.ts';
import { type PastSight, type PastTicks, type ReadValues, sightsOfPeriods } from './past-sights.ts';
import { isCostly, usageReader } from './past-usage.ts';

interface Parts {
  tx: Tx;
  org: Org;
  now: Temporal.Instant;
}

type Past = PastTicks & { timeZone: string };

const DAY_MINUTES = 1440;

/**
 * Minutes between the checks of a back-test: a day, if each check is costly. Neither alert loses an incident
 * by it, because a period is evaluated again when it ends.
 */
export async function backtestInterval(parts: Parts, alert: AlertRow): Promise<AlertRow['intervalMinutes']> {
  const { templateId, intervalMinutes } = alert;
  if (templateId === 'REVENUE_THRESHOLD') return DAY_MINUTES;
  return templateId === 'USAGE_THRESHOLD' && (await isCostly(parts, alert)) ? DAY_MINUTES : intervalMinutes;
}

/** What the checks of an alert would have seen. Raises `backtestUnsupported`. */
export async function readPastSights(parts: Parts, alert: AlertRow, past: Past): Promise<PastSight[]> {
  switch (alert.templateId) {
    case 'USAGE_THRESHOLD':
      return seePeriods(parts, alert, { ...past, read: await usageReader(parts, alert) });
    case 'REVENUE_THRESHOLD':
      return seePeriods(parts, alert, { ...past, read: revenueReader(parts, alert) });
    case 'UNMATCHED_EVENTS':
      return seeEvents(parts, alert, { ...past, status: 'UNMATCHED' });
    case 'UNPROCESSED_EVENTS':
      return seeEvents(parts, alert, { ...past, status: 'UNPROCESSED' });
    case 'CREDIT_BALANCE':
    case 'ENTITLEMENT_BALANCE':
    case 'INVOICE_DUE':
    case 'INVOICE_OVERDUE':
    case 'NEW_DIMENSION_VALUES':
    case 'WALLET_BALANCE':
      throw backtestUnsupported({ id: alert.templateId });
    default:
      return alert.templateId satisfies never;
  }
}

async function seePeriods(
  { tx, org, now }: Parts,
  alert: AlertRow,
  { timeZone, read, ...past }: Past & { read: ReadValues },
): Promise<PastSight[]> {
  const { accountId } = alert;
  const periodAt = await readPeriods(tx, org, { accountId, timeZone, from: past.from, until: now });
  return sightsOfPeriods(alert, { ...past, periodAt }, read);
}

/** Priced once for each period. */
function revenueReader({ tx, org, now }: Parts, { accountId, entityId: billableId }: AlertRow): ReadValues {
  return async (wanted) => {
    const values: Decimal[][] = [];
    for (const { period, at } of wanted) {
      const range = { from: period.startAt, until: at.at(-1) ?? period.endAt };
      values.push(await sumRevenueUntil(tx, org, { accountId, billableId, ...range, now, at }));
    }
    return values;
  };
}

/** Each check counts what was received since the one before. */
async function seeEvents(
  { tx, org }: Parts,
  alert: AlertRow,
  { from, ticks, status }: Past & { status: 'UNMATCHED' | 'UNPROCESSED' },
): Promise<PastSight[]> {
  const schema = alert.entityId === null ? {} : { schemaName: alert.entityId };
  const until = ticks.at(-1) ?? from;
  const range = { status, ...schema, since: from, until, borders: [from, ...ticks.slice(0, -1)] };
  const counts = await countReceivedEventsBetween(tx, org, range);
  return ticks.map((at, index) => {
    const value = counts[index] === undefined ? ZERO : decimal(counts[index]);
    return { at, value, ended: [], current: reaches(alert, value, null) };
  });
}
