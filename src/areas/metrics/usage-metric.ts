import { listUsageBuckets, type UsageBucket } from '#areas/usage/index.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import type { Buckets } from './buckets.ts';
import type { CheckedQuery } from './query-rules.ts';
import { collectSeries, EVERYTHING, type Series } from './series.ts';

/** Units of the meters in each bucket, from the hourly rollups. */
export async function measureUsage(
  tx: Tx,
  org: Org,
  ask: { query: CheckedQuery; buckets: Buckets },
): Promise<Series> {
  const { query, buckets } = ask;
  const rows = await listUsageBuckets(tx, org, {
    from: buckets.from,
    until: buckets.until,
    borders: buckets.borders,
    ...(query.accountIds && { accountIds: query.accountIds }),
    ...(query.customerIds && { customerIds: query.customerIds }),
    ...(query.billableIds && { meterIds: query.billableIds }),
  });
  const series = collectSeries(query, buckets);
  for (const row of rows) series.add(groupOf(query, row), buckets.indexOf(row.hourAt), row.units);
  return series;
}

function groupOf({ groupBy }: CheckedQuery, row: UsageBucket): string {
  if (groupBy === 'ACCOUNT_ID') return row.accountId;
  if (groupBy === 'CUSTOMER_ID') return row.customerId;
  return groupBy === null ? EVERYTHING : row.meterId;
}
