import { decimal, decimalText } from '#core/decimal.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { endOfHour, type HourOf } from '../hours.ts';
import { type ProcessedEvent, rollUpUsage } from '../roll-up-usage.ts';
import { deleteUsageRows } from '../store/corrections.ts';
import { type CycleUnits, type HourUnits, insertUsage, type RolledUpUsage } from '../store/usage.ts';
import { type ExtremeBucket, lockBuckets, replaceExtremes } from './replace-extremes.ts';

/** Rollup slot that belongs to no process. */
const SLOT = 0;
const NOTHING = { ADD: [], MAX: [], MIN: [] };

/**
 * Removes the usage of reverted events from rows and rollups and adds that of new ones, hours before cycles
 * as in every writer. The events table is already up to date.
 */
export async function writeUsage(
  tx: Tx,
  org: Org,
  change: { gone: readonly ProcessedEvent[]; come: readonly ProcessedEvent[]; hourOf: HourOf },
): Promise<void> {
  const { gone, come, hourOf } = change;
  const [less, more] = [rollUpUsage(gone, hourOf), rollUpUsage(come, hourOf)];
  await deleteUsageRows(
    tx,
    org,
    gone.map(({ seq }) => seq),
  );
  const hours = { ...more.hours, ADD: subtract(more.hours.ADD, less.hours.ADD, hourName) };
  const cycles = { ...more.cycles, ADD: subtract(more.cycles.ADD, less.cycles.ADD, cycleName) };
  await add(tx, org, { rows: more.rows, hours, cycles: NOTHING });
  const buckets = extremeBuckets(less, change);
  const lockedHours = await lockBuckets(tx, org, { table: 'account_hours', buckets: buckets.hours });
  await add(tx, org, { rows: [], hours: NOTHING, cycles });
  const lockedCycles = await lockBuckets(tx, org, { table: 'account_cycles', buckets: buckets.cycles });
  for (const locked of [lockedHours, lockedCycles]) await replaceExtremes(tx, org, locked);
}

async function add(tx: Tx, org: Org, summed: RolledUpUsage): Promise<void> {
  await Promise.all(insertUsage(tx, org, { summed, slot: SLOT }));
}

interface Summed {
  units: string;
  events: number;
}

/** Added sums less removed sums, in the order of their names; sums that cancel out are omitted. */
function subtract<Row extends Summed>(
  more: readonly Row[],
  less: readonly Row[],
  nameOf: (row: Row) => string,
): Row[] {
  const sums = new Map(more.map((row) => [nameOf(row), row]));
  for (const row of less) {
    const name = nameOf(row);
    const kept = sums.get(name);
    const units = decimal(kept?.units ?? '0').minus(decimal(row.units));
    const events = (kept?.events ?? 0) - row.events;
    if (units.isZero() && events === 0) sums.delete(name);
    else sums.set(name, { ...row, units: decimalText(units), events });
  }
  return [...sums].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
}

/** A character that no id can contain, and that sorts before all that ids can contain. */
const SEPARATOR = '\u0000';

function hourName({ accountId, meterId, hourAt }: HourUnits): string {
  return [accountId, meterId, hourAt.epochMilliseconds].join(SEPARATOR);
}

function cycleName({
  accountId,
  scheduleId,
  cycleStart,
  meterId,
}: Omit<CycleUnits, 'units' | 'events'>): string {
  return [accountId, scheduleId, cycleStart, meterId].join(SEPARATOR);
}

function extremeBuckets(
  less: RolledUpUsage,
  { gone, hourOf }: { gone: readonly ProcessedEvent[]; hourOf: HourOf },
): { hours: ExtremeBucket[]; cycles: ExtremeBucket[] } {
  const cycles = new Map(
    gone.flatMap(({ outcome: { match, period } }) =>
      match && period
        ? [[`${match.accountId} ${period.shown.scheduleId} ${period.shown.cycleStart}`, period.cycle]]
        : [],
    ),
  );
  const bucketOf = (rollup: 'MAX' | 'MIN', { meterId, units, events }: HourUnits | CycleUnits) => {
    return { rollup, meterId, goneUnits: decimal(units), goneEvents: events };
  };
  return {
    hours: (['MAX', 'MIN'] as const).flatMap((rollup) =>
      less.hours[rollup].map((row) => {
        const { accountId, meterId, hourAt } = row;
        const window = { accountId, from: hourAt, until: endOfHour(hourOf, hourAt) };
        const key = { accountId, meterId, hourAt: hourAt.toString() };
        return { ...bucketOf(rollup, row), key, window };
      }),
    ),
    cycles: (['MAX', 'MIN'] as const).flatMap((rollup) =>
      less.cycles[rollup].map((row) => {
        const { accountId, scheduleId, cycleStart, meterId } = row;
        const cycle = cycles.get(`${accountId} ${scheduleId} ${cycleStart}`);
        if (!cycle) throw new Error('the cycle of an event is not loaded');
        const window = { accountId, from: cycle.startAt, until: cycle.endAt };
        return { ...bucketOf(rollup, row), key: { accountId, scheduleId, cycleStart, meterId }, window };
      }),
    ),
  };
}
