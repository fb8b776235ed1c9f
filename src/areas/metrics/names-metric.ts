import { countNames } from '#areas/licenses/index.ts';
import { decimal } from '#core/decimal.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import type { Buckets } from './buckets.ts';
import type { CheckedQuery } from './query-rules.ts';
import { collectSeries, type Series } from './series.ts';

/**
 * Names of named licenses active in each bucket, counted once per account and add-on, which is the billable
 * here. Buckets in the future are empty, because their active names are unknown.
 */
export async function measureNames(
  tx: Tx,
  org: Org,
  request: { query: CheckedQuery; buckets: Buckets; now: Temporal.Instant },
): Promise<Series> {
  const { query, buckets, now } = request;
  const windows = buckets.timestamps
    .map((from, i) => ({ from, until: buckets.timestamps[i + 1] ?? buckets.until }))
    .filter(({ from }) => Temporal.Instant.compare(from, now) <= 0);
  const counts = await countNames(tx, org, {
    windows,
    groupBy: columnOf(query),
    ...(query.accountIds && { accountIds: query.accountIds }),
    ...(query.customerIds && { customerIds: query.customerIds }),
    ...(query.billableIds && { licenseIds: query.billableIds }),
  });
  const series = collectSeries(query, buckets);
  for (const { group, from, names } of counts) series.add(group, buckets.indexOf(from), decimal(names));
  return series;
}

/** Without grouping: the empty name, as for the only group of such a query. */
function columnOf({ groupBy }: CheckedQuery): 'ACCOUNT' | 'CUSTOMER' | 'LICENSE' | null {
  if (groupBy === 'ACCOUNT_ID') return 'ACCOUNT';
  if (groupBy === 'CUSTOMER_ID') return 'CUSTOMER';
  return groupBy === null ? null : 'LICENSE';
}
