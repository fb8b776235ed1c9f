import { getOrganization } from '#areas/organizations/index.ts';
import { currencyDigits } from '#core/currency.ts';
import { localDate, startOfDay } from '#core/period-zone.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import type { Buckets } from './buckets.ts';
import { revenueNotPriced, tooManyCycles } from './problems.ts';
import type { CheckedQuery } from './query-rules.ts';
import { EXTRA_DIGITS } from './revenue-metric.ts';
import { collectSeries, EVERYTHING, type Series } from './series.ts';
import { findCompletePass, listRevenueDays, type RevenuePass } from './store/revenue-passes.ts';

/**
 * Revenue as of the last complete pass over all accounts, for queries over days of the whole organization in
 * the base currency. Raises `tooManyCycles` for other queries, which only pricing could answer.
 */
export async function readStoredRevenue(
  tx: Tx,
  org: Org,
  { query, buckets }: { query: CheckedQuery; buckets: Buckets },
): Promise<{ series: Series; digitsOf: () => number; asOf: Temporal.Instant }> {
  const { id, billableIds, isUsageOnly } = query;
  if (!isOfOrganization(query)) throw tooManyCycles({ id });
  const [pass, organization] = [await findCompletePass(tx, org), await getOrganization(tx, org)];
  const { timezone, baseCurrency } = organization;
  // A pass of another zone or currency says nothing about today's days and amounts.
  if (!pass || pass.timezone !== timezone || pass.baseCurrency !== baseCurrency)
    throw revenueNotPriced({ id });
  const { from, until } = buckets;
  if (!isCovered(pass, buckets)) throw tooManyCycles({ id });
  const series = collectSeries(query, buckets);
  const days = await listRevenueDays(tx, org, { passId: pass.id, from, until, billableIds, isUsageOnly });
  for (const { startsAt, billableId, amount } of days) {
    const group = query.groupBy === null ? EVERYTHING : billableId;
    if (query.groupBy === null || billableId !== '') series.add(group, buckets.indexOf(startsAt), amount);
  }
  return { series, digitsOf: () => currencyDigits(baseCurrency) + EXTRA_DIGITS, asOf: pass.asOf };
}

function isOfOrganization({
  name,
  accountIds,
  customerIds,
  currency,
  groupBy,
  period,
}: CheckedQuery): boolean {
  const isByOwner = groupBy === 'ACCOUNT_ID' || groupBy === 'CUSTOMER_ID';
  const isFiltered = accountIds !== undefined || customerIds !== undefined;
  return name === 'REVENUE' && currency === 'BASE' && period !== 'HOUR' && !isByOwner && !isFiltered;
}

/** Whole local days among those that the pass has. */
function isCovered({ fromAt, untilAt, timezone }: RevenuePass, { from, until }: Buckets): boolean {
  const { compare } = Temporal.Instant;
  const isMidnight = (at: Temporal.Instant) => startOfDay(localDate(at, timezone), timezone).equals(at);
  return compare(fromAt, from) <= 0 && compare(until, untilAt) <= 0 && isMidnight(from) && isMidnight(until);
}
