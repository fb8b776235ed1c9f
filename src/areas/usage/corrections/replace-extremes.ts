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

/** A MAX or MIN rollup that loses events. */
export interface ExtremeBucket {
  key: RollupKey;
  rollup: 'MAX' | 'MIN';
  meterId: string;
  /** The time range of the rollup. */
  window: AccountWindow;
  /** The greatest (MAX) or least (MIN) units of the removed events. */
  goneUnits: Decimal;
  goneEvents: number;
}

/** Buckets with their locked rows. */
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
  const rowsOf = Map.groupBy(found, ({ index }) => index);
  return { table, buckets: buckets.map((bucket, index) => ({ ...bucket, rows: rowsOf.get(index) ?? [] })) };
}

/**
 * Removes events from MAX and MIN rollups. If a removed event had the extreme value, the remaining events of
 * the range are read again. Events do not record their slot, so every row gets the extreme of all visible
 * events. Concurrent writers add rows that did not exist when these were locked, or update these rows
 * afterwards.
 */
export async function replaceExtremes(tx: Tx, org: Org, { table, buckets }: LockedBuckets): Promise<void> {
  const uncertain = buckets.filter((bucket) => !isBeaten(bucket));
  const totals = new Map<ExtremeBucket, Decimal>();
  for (const rollup of ['MAX', 'MIN'] as const) {
    const reread = uncertain.filter((bucket) => bucket.rollup === rollup && bucket.rows.length > 0);
    if (reread.length === 0) continue;
    const windows = reread.map(({ window }) => window);
    const meterIds = [...new Set(reread.map(({ meterId }) => meterId))];
    for (const { index, meterId, units } of await readRowTotals(tx, org, {
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

/** Whether remaining events exceed all removed ones in the direction of the rollup. */
function isBeaten({ rollup, rows, goneUnits }: ExtremeBucket & { rows: readonly RollupRow[] }): boolean {
  return rows.some(({ units }) => !combineUnits(rollup, units, goneUnits).eq(goneUnits));
}
