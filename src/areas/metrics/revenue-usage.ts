import { listUsageBuckets, type UsageBucket } from '#areas/usage/index.ts';
import type { Decimal } from '#core/decimal.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import type { Buckets } from './buckets.ts';
import type { MeasuredCycle } from './revenue-metric.ts';

/** Usage of a cycle in the order of time, in pieces that lie in one bucket each. */
export interface UsagePieces {
  of(measured: MeasuredCycle, meterId: string): { at: Temporal.Instant; units: Decimal }[];
}

/**
 * Usage of all cycles that overlap the range, from their beginnings: what lies before the range in one piece
 * per cycle,
 * the rest cut at the borders of buckets and cycles.
 */
export async function loadCycleUsage(
  tx: Tx,
  org: Org,
  ask: { cycles: readonly MeasuredCycle[]; buckets: Buckets },
): Promise<UsagePieces> {
  const { cycles, buckets } = ask;
  const accountIds = [...new Set(cycles.map(({ account }) => account.accountId))];
  if (accountIds.length === 0) return { of: () => [] };
  const starts = cycles.flatMap(({ cycle }) => [cycle.startAt, cycle.endAt]);
  const before = ascending(starts.filter((at) => isBefore(at, buckets.from)));
  const within = ascending([...buckets.borders, ...starts.filter((at) => isInside(at, buckets))]);
  const [earlier, later] = await Promise.all([
    before[0]
      ? listUsageBuckets(tx, org, { from: before[0], until: buckets.from, borders: before, accountIds })
      : Promise.resolve([]),
    listUsageBuckets(tx, org, { from: buckets.from, until: buckets.until, borders: within, accountIds }),
  ]);
  const rows = [...earlier, ...later.map((row) => clip(row, buckets.from))];
  const byOwner = Map.groupBy(rows, (row) => ownerKey(row.accountId, row.meterId));
  return {
    of: ({ account, cycle }, meterId) =>
      (byOwner.get(ownerKey(account.accountId, meterId)) ?? [])
        .filter(({ hourAt }) => !isBefore(hourAt, cycle.startAt) && isBefore(hourAt, cycle.endAt))
        .map(({ hourAt, units }) => ({ at: hourAt, units })),
  };
}

/** The first bucket's border may lie before the range; what is in it does not. */
function clip(row: UsageBucket, from: Temporal.Instant): UsageBucket {
  return isBefore(row.hourAt, from) ? { ...row, hourAt: from } : row;
}

function ownerKey(accountId: string, meterId: string): string {
  return `${accountId}\n${meterId}`;
}

function ascending(instants: readonly Temporal.Instant[]): Temporal.Instant[] {
  const sorted = instants.toSorted(Temporal.Instant.compare);
  return sorted.filter((at, i) => i === 0 || !at.equals(sorted[i - 1] as Temporal.Instant));
}

function isInside(at: Temporal.Instant, { from, until }: Buckets): boolean {
  return !isBefore(at, from) && isBefore(at, until);
}

function isBefore(a: Temporal.Instant, b: Temporal.Instant): boolean {
  return Temporal.Instant.compare(a, b) < 0;
}
