import type { Decimal } from '#core/decimal.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { combineUnits } from '../rollups.ts';
import {
  changeRollupRows,
  lockRollupRows,
  type RollupChange,
  type RollupKey,
  type RollupRow,
  type RollupTable,
} from '../store/extremes.ts';
import { type AccountWindow, readRowTotals } from '../store/usage-rows.ts';

/** A rollup of MAX or MIN that events go from. */
export interface ExtremeBucket {
  key: RollupKey;
  rollup: 'MAX' | 'MIN';
  meterId: string;
  /** The stretch that it is of. */
  window: AccountWindow;
  /** The most, or the least, of what goes. */
  goneUnits: Decimal;
  goneEvents: number;
}

/** Buckets with their rows, locked. */
export interface LockedBuckets {
  table: RollupTable;
  buckets: readonly (ExtremeBucket & { rows: readonly RollupRow[] })[];
}

export async function lockBuckets(
  tx: Tx,
  org: Org,
  { table, buckets }: { table: RollupTable; buckets: readonly ExtremeBucket[] },
): Promise<LockedBuckets> {
  const found = await lockRollupRows(tx, org, { table, keys: buckets.map(({ key }) => key) });
  const rowsOf = Map.groupBy(found, ({ place: index }) => index);
  return { table, buckets: buckets.map((bucket, index) => ({ ...bucket, rows: rowsOf.get(index) ?? [] })) };
}

/**
 * Takes events out of rollups that keep the greatest or the least units: where what goes was the greatest,
 * the events of the stretch are read anew. The slots cannot be told apart by events, so every row gets what
 * all events that can be seen come to. What processes add meanwhile stands in rows that were not there when
 * these were locked, or comes on top of them.
 */
export async function replaceExtremes(tx: Tx, org: Org, { table, buckets }: LockedBuckets): Promise<void> {
  const uncertain = buckets.filter((bucket) => !isBeaten(bucket));
  const totals = new Map<ExtremeBucket, Decimal>();
  for (const rollup of ['MAX', 'MIN'] as const) {
    const reread = uncertain.filter((bucket) => bucket.rollup === rollup && bucket.rows.length > 0);
    if (reread.length === 0) continue;
    const windows = reread.map(({ window }) => window);
    const meterIds = [...new Set(reread.map(({ meterId }) => meterId))];
    for (const { place: index, meterId, units } of await readRowTotals(tx, org, {
      aggregation: rollup,
      windows,
      meterIds,
    })) {
      const bucket = reread[index];
      if (bucket?.meterId === meterId) totals.set(bucket, units);
    }
  }
  const changes = buckets.flatMap((bucket) => {
    const isReread = uncertain.includes(bucket);
    return bucket.rows.map(({ slot, units }, i): RollupChange => {
      const left = isReread ? (totals.get(bucket) ?? null) : units;
      return { key: bucket.key, slot, units: left, goneEvents: i === 0 ? bucket.goneEvents : 0 };
    });
  });
  await changeRollupRows(tx, org, { table, changes });
}

/** Whether other events are greater, or lesser, than all that go. */
function isBeaten({ rollup, rows, goneUnits }: ExtremeBucket & { rows: readonly RollupRow[] }): boolean {
  return rows.some(({ units }) => !combineUnits(rollup, units, goneUnits).eq(goneUnits));
}
