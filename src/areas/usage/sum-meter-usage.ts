import type { Window } from '#core/aggregation/index.ts';
import { type Decimal, ZERO } from '#core/decimal.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { listUsageBuckets } from './list-usage-buckets.ts';

/** The quantity of a meter in `[from, until)`, with all accounts as one; 0 without usage. */
export async function sumMeterUsage(tx: Tx, org: Org, range: Window & { meterId: string }): Promise<Decimal> {
  const { from, until, meterId } = range;
  const query = { from, until, borders: [from], meterIds: [meterId], owner: 'ALL' as const };
  const [usage] = await listUsageBuckets(tx, org, query);
  return usage?.units ?? ZERO;
}
