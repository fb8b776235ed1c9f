import type { Window } from '#core/aggregation/index.ts';
import type { Decimal } from '#core/decimal.ts';
import { isBefore } from '#core/instants.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { listBucketTotals } from './list-usage-buckets.ts';
import { isReadFromRows, type ReadFromRows } from './rollups.ts';
import { type MeteredPiece, runningQuantities } from './running-quantities.ts';
import { type AccountWindow, countNewKeys, readRowTotals } from './store/usage-rows.ts';

/** The usage of a meter in its cycle, up to the end of an interval with events. */
export interface RunningUsage {
  /** The start of the interval. */
  at: Temporal.Instant;
  quantity: Decimal;
}

export interface CycleUsage {
  of(cycle: AccountWindow, meterId: string): RunningUsage[];
}

/**
 * The growth of cycle usage between the boundaries of a range. Usage before the range forms one interval per
 * cycle. The last quantity of a cycle that ends within the range is that of the whole cycle.
 */
export async function listRunningUsage(
  tx: Tx,
  org: Org,
  requested: Window & { cycles: readonly AccountWindow[]; borders: readonly Temporal.Instant[] },
): Promise<CycleUsage> {
  const { cycles } = requested;
  if (cycles.length === 0) return { of: () => [] };
  const { edges, totals } = await listPieces(tx, org, requested);
  const byOwner = Map.groupBy(totals, ({ ownerId, meterId }) => `${ownerId}\n${meterId}`);
  const reread = await rereadPieces(tx, org, { cycles, totals, edges, until: requested.until });
  return {
    of: (cycle, meterId) => {
      const ofMeter = byOwner.get(`${cycle.accountId}\n${meterId}`) ?? [];
      const [first] = ofMeter;
      if (!first) return [];
      const { aggregation } = first;
      // Cycles begin and end at whole milliseconds; comparing numbers takes a tenth of comparing instants.
      const [from, until] = [cycle.from.epochMilliseconds, cycle.until.epochMilliseconds];
      const pieces = isReadFromRows(aggregation)
        ? (reread.get(pieceKey(cycle, meterId)) ?? [])
        : ofMeter.filter(({ atMs }) => atMs >= from && atMs < until);
      return runningQuantities(aggregation, pieces, cycle);
    },
  };
}

type Totals = Awaited<ReturnType<typeof listBucketTotals>>[number] & MeteredPiece & { atMs: number };

/** The rollups of all cycles, cut at the boundaries of the range and of the cycles. */
async function listPieces(
  tx: Tx,
  org: Org,
  requested: Window & { cycles: readonly AccountWindow[]; borders: readonly Temporal.Instant[] },
): Promise<{ edges: Temporal.Instant[]; totals: Totals[] }> {
  const { cycles, from, until, borders } = requested;
  const ends = cycles.flatMap((cycle) => [cycle.from, cycle.until]);
  const before = ascending(ends.filter((at) => isBefore(at, from)));
  const within = ascending([from, ...borders, ...ends].filter((at) => isInside(at, { from, until })));
  const accountIds = [...new Set(cycles.map(({ accountId }) => accountId))];
  const query = { accountIds, owner: 'ACCOUNT' as const };
  const [earlier, later] = await Promise.all([
    before[0] ? listBucketTotals(tx, org, { ...query, from: before[0], until: from, borders: before }) : [],
    listBucketTotals(tx, org, { ...query, from, until, borders: within }),
  ]);
  const totals = [...earlier, ...later].map((total) => {
    const { bucketAt: at } = total;
    return { ...total, at, atMs: at.epochMilliseconds };
  });
  return { edges: [...before, ...within], totals };
}

/** Pieces of meters that no rollup can answer, by cycle and meter, in time order. */
async function rereadPieces(
  tx: Tx,
  org: Org,
  known: {
    cycles: readonly AccountWindow[];
    totals: readonly Totals[];
    edges: readonly Temporal.Instant[];
    until: Temporal.Instant;
  },
): Promise<Map<string, MeteredPiece[]>> {
  const { cycles, totals, edges, until } = known;
  const cut = cycles.map((cycle) => (isBefore(until, cycle.until) ? { ...cycle, until } : cycle));
  const pieces = new Map<string, MeteredPiece[]>();
  const byAggregation = Map.groupBy(totals, ({ aggregation }) =>
    isReadFromRows(aggregation) ? aggregation : null,
  );
  for (const [aggregation, ofOne] of byAggregation) {
    if (aggregation === null) continue;
    const meterIds = [...new Set(ofOne.map(({ meterId }) => meterId))];
    const rows = await readPieces(tx, org, { aggregation, windows: cut, meterIds, edges });
    for (const { index, meterId, ...piece } of rows.toSorted((a, b) =>
      Temporal.Instant.compare(a.at, b.at),
    )) {
      const key = pieceKey(cycles[index] as AccountWindow, meterId);
      pieces.set(key, [...(pieces.get(key) ?? []), piece]);
    }
  }
  return pieces;
}

interface Piece extends MeteredPiece {
  index: number;
  meterId: string;
}

async function readPieces(
  tx: Tx,
  org: Org,
  requested: {
    aggregation: ReadFromRows;
    windows: readonly AccountWindow[];
    meterIds: readonly string[];
    edges: readonly Temporal.Instant[];
  },
): Promise<Piece[]> {
  const { aggregation, windows, meterIds, edges } = requested;
  // The number of sightings of a key does not matter, but an interval must not count keys of earlier ones.
  if (aggregation === 'UNIQUE_COUNT')
    return (await countNewKeys(tx, org, requested)).map((piece) => ({ ...piece, events: 0 }));
  const stretches = windows.flatMap((window, index) =>
    cutWindow(window, edges).map((part) => ({ ...part, index })),
  );
  const rows = await readRowTotals(tx, org, { aggregation, windows: stretches, meterIds });
  return rows.map(({ index, ...row }) => {
    const stretch = stretches[index] as (typeof stretches)[number];
    return { ...row, events: 0, at: stretch.from, index: stretch.index };
  });
}

function cutWindow(window: AccountWindow, edges: readonly Temporal.Instant[]): AccountWindow[] {
  const inside = edges.filter((edge) => isBefore(window.from, edge) && isBefore(edge, window.until));
  return [window.from, ...inside].map((from, i) => ({ ...window, from, until: inside[i] ?? window.until }));
}

/** Cycles of an account do not overlap. */
function pieceKey({ accountId, from }: AccountWindow, meterId: string): string {
  return `${accountId}\n${from.epochMilliseconds}\n${meterId}`;
}

function ascending(instants: readonly Temporal.Instant[]): Temporal.Instant[] {
  const sorted = instants.toSorted(Temporal.Instant.compare);
  return sorted.filter((at, i) => i === 0 || !at.equals(sorted[i - 1] as Temporal.Instant));
}

function isInside(at: Temporal.Instant, { from, until }: Window): boolean {
  return !isBefore(at, from) && isBefore(at, until);
}
