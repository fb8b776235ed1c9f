import { getOrganization } from '#areas/organizations/index.ts';
import { type Numbering, type NumberSeries, numberText, seriesOf } from '#core/invoice-number.ts';
import { localDate } from '#core/period-zone.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { findFreeValue, findLastValue, isNumberGiven } from '../store/sequences.ts';

/** In the place of the id of a customer. */
const SOMEBODY = 'CUSTOMER';

/**
 * The numbers that the next two invoices would take with a numbering, as `takeInvoiceNumber` chooses them.
 * Locks nothing: another invoice may be faster.
 */
export async function previewNumbers(
  tx: Tx,
  org: Org,
  { numbering, now }: { numbering: Numbering; now: Temporal.Instant },
): Promise<[next: string, second: string]> {
  const { timezone } = await getOrganization(tx, org);
  const day = localDate(now, timezone);
  const series = seriesOf(numbering, { day, customerId: SOMEBODY, groupId: null });
  const last = await findLastValue(tx, org, series);
  const next = await freeFrom(tx, org, { ...series, value: Math.max((last ?? 0) + 1, series.start) });
  const second = await freeFrom(tx, org, { ...series, value: next + 1 });
  return [numberText(series, next), numberText(series, second)];
}

async function freeFrom(tx: Tx, org: Org, wanted: NumberSeries & { value: number }): Promise<number> {
  const text = numberText(wanted, wanted.value);
  const isGiven = await isNumberGiven(tx, org, { text, scope: wanted.scope });
  return isGiven ? findFreeValue(tx, org, wanted) : wanted.value;
}
