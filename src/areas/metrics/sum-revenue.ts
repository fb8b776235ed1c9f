import { type Decimal, ZERO } from '#core/decimal.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import type { Buckets } from './buckets.ts';
import type { CheckedQuery } from './query-rules.ts';
import { measureRevenue } from './revenue-metric.ts';

/**
 * Revenue in `[from, until)` as the metric defines it, in one number: for an account in its invoice currency,
 * for all accounts in the base currency. `billableId` null includes all billables.
 */
export async function sumRevenue(
  tx: Tx,
  org: Org,
  request: {
    accountId: string | null;
    billableId: string | null;
    from: Temporal.Instant;
    until: Temporal.Instant;
    now: Temporal.Instant;
  },
): Promise<Decimal> {
  const { accountId, billableId, from, until, now } = request;
  const query: CheckedQuery = {
    ...{ id: '', name: 'REVENUE', period: 'MONTH', groupBy: null, isUsageOnly: false, statuses: [] },
    ...{ customerIds: undefined, schemaNames: undefined },
    currency: accountId === null ? 'BASE' : 'INVOICE',
    accountIds: accountId === null ? undefined : [accountId],
    billableIds: billableId === null ? undefined : [billableId],
  };
  const buckets: Buckets = { from, until, borders: [from], timestamps: [from], indexOf: () => 0 };
  const { series, digitsOf } = await measureRevenue(tx, org, { query, buckets, now });
  return series.finish(digitsOf).data[0]?.metricValues[0] ?? ZERO;
}
