import { classOf, countEvents, type EventCount, type EventGroup } from '#areas/usage/index.ts';
import { decimal } from '#core/decimal.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import type { Buckets } from './buckets.ts';
import type { CheckedQuery } from './query-rules.ts';
import { collectSeries, EVERYTHING, type Series } from './series.ts';

/** The number of events in each bucket, by their own time. */
export async function measureEvents(
  tx: Tx,
  org: Org,
  request: { query: CheckedQuery; buckets: Buckets },
): Promise<Series> {
  const { query, buckets } = request;
  const counts = await countEvents(tx, org, {
    from: buckets.from,
    until: buckets.until,
    borders: buckets.borders,
    groupBy: columnsOf(query),
    statuses: query.statuses,
    ...(query.accountIds && { accountIds: query.accountIds }),
    ...(query.customerIds && { customerIds: query.customerIds }),
    ...(query.schemaNames && { schemaNames: query.schemaNames }),
  });
  const series = collectSeries(query, buckets);
  for (const count of counts)
    series.add(groupOf(query, count), buckets.indexOf(count.bucketAt), decimal(count.events));
  return series;
}

function columnsOf({ groupBy }: CheckedQuery): EventGroup[] {
  if (groupBy === 'ACCOUNT_ID') return ['accountId'];
  if (groupBy === 'SCHEMA_NAME') return ['schemaName'];
  return groupBy === null ? [] : ['status'];
}

/** Events that matched no account are counted under the empty id. */
function groupOf({ groupBy }: CheckedQuery, count: EventCount): string {
  if (groupBy === 'ACCOUNT_ID') return count.accountId ?? '';
  if (groupBy === 'SCHEMA_NAME') return count.schemaName ?? '';
  if (count.status === null) return EVERYTHING;
  return groupBy === 'EVENT_STATUS' ? (classOf(count.status) ?? count.status) : count.status;
}
