import { listUsageBuckets, type UsageOwner } from '#areas/usage/index.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import type { Buckets } from './buckets.ts';
import type { CheckedQuery } from './query-rules.ts';
import { collectSeries, type Series } from './series.ts';

/**
 * Units of the meters in each bucket. Accounts shown together are measured as one, so the maximum of a
 * customer is that of all its events; units of different meters are added up.
 */
export async function measureUsage(
  tx: Tx,
  org: Org,
  request: { query: CheckedQuery; buckets: Buckets },
): Promise<Series> {
  const { query, buckets } = request;
  const rows = await listUsageBuckets(tx, org, {
    from: buckets.from,
    until: buckets.until,
    borders: buckets.borders,
    owner: ownerOf(query),
    ...(query.accountIds && { accountIds: query.accountIds }),
    ...(query.customerIds && { customerIds: query.customerIds }),
    ...(query.billableIds && { meterIds: query.billableIds }),
  });
  const series = collectSeries(query, buckets);
  const isByMeter = query.groupBy === 'BILLABLE_ID' || query.groupBy === 'USAGE_METER_ID';
  for (const { ownerId, meterId, bucketAt, units } of rows)
    series.add(isByMeter ? meterId : ownerId, buckets.indexOf(bucketAt), units);
  return series;
}

/** The owner of all accounts has the name of the only group without grouping. */
function ownerOf({ groupBy }: CheckedQuery): UsageOwner {
  if (groupBy === 'ACCOUNT_ID') return 'ACCOUNT';
  return groupBy === 'CUSTOMER_ID' ? 'CUSTOMER' : 'ALL';
}
