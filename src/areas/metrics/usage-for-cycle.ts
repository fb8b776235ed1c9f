import { listCycleUsage } from '#areas/usage/index.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import type { Buckets } from './buckets.ts';
import { type CycleSeries, collectCycleSeries } from './cycle-series.ts';
import { listStartingCycles } from './measured-cycles.ts';
import type { CheckedQuery } from './query-rules.ts';
import { groupOf } from './series.ts';

/**
 * The quantities of whole cycles that begin in the range, as billed: each account cycle is aggregated
 * separately, and cycles shown as one point are added up.
 */
export async function measureUsageForCycle(
  tx: Tx,
  org: Org,
  request: { query: CheckedQuery; buckets: Pick<Buckets, 'from' | 'until'>; now: Temporal.Instant },
): Promise<CycleSeries> {
  const { query, now, buckets } = request;
  const { from, until } = buckets;
  const { cycles } = await listStartingCycles(tx, org, { query, from, until, now });
  const usage = await listCycleUsage(
    tx,
    org,
    cycles.map(({ schedule, cycle }) => ({
      ...{ accountId: schedule.accountId, scheduleId: schedule.id, cycleStart: cycle.start },
      ...{ startAt: cycle.startAt, endAt: cycle.endAt },
    })),
  );
  const series = collectCycleSeries(query, cycles);
  for (const [index, measured] of cycles.entries())
    for (const [billableId, { units }] of usage[index] ?? []) {
      const isRequested = query.billableIds?.includes(billableId) ?? true;
      const group = groupOf(query, { account: measured.account, billableId });
      if (isRequested && group !== null) series.add(group, measured, units);
    }
  return series;
}
