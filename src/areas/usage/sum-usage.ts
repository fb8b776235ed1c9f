import type { Aggregation } from '#core/aggregation/index.ts';
import { type Decimal, ZERO } from '#core/decimal.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { listUsageBuckets } from './list-usage-buckets.ts';
import { isNotSummed, isReadFromRows, type NotSummed, quantityOf, type Totals } from './rollups.ts';
import { findEventHorizon } from './store/audited-accounts.ts';
import { type AccountWindow, readRowTotals } from './store/usage-rows.ts';
import { type CycleKey, listCycleTotals, type MeterTotals, sumUnits } from './store/usage-totals.ts';

/** The quantity of a meter in a window, by its aggregation, and its number of events. */
export interface MeterUsage {
  units: Decimal;
  events: number;
}

/** Usage of a cycle by meter. */
export type UsageTotals = ReadonlyMap<string, MeterUsage>;

/** A pricing cycle of a schedule, with its start and end instants. */
export interface UsageCycle extends CycleKey {
  startAt: Temporal.Instant;
  endAt: Temporal.Instant;
}

interface UsageRange {
  accountId: string;
  meterIds: readonly string[];
  from: Temporal.Instant;
  until: Temporal.Instant;
}

/**
 * Usage of an account in `[from, until)` from its event rows, the reference for checking rollups. Before the
 * oldest retained events only rollups exist. Meters without usage are absent.
 */
export async function sumUsage(tx: Tx, org: Org, range: UsageRange): Promise<Map<string, MeterUsage>> {
  const { accountId, from, until } = range;
  const [totals, horizon] = await Promise.all([sumUnits(tx, org, range), findEventHorizon(tx, org)]);
  if (horizon === 'NO_EVENTS' || (horizon && Temporal.Instant.compare(from, horizon) < 0))
    return sumRollups(tx, org, range);
  const windows = [{ accountId, from, until }];
  const [usage] = await aggregateTotals(tx, org, { totals, windows, isReread: isNotSummed });
  return usage ?? new Map();
}

async function sumRollups(tx: Tx, org: Org, range: UsageRange): Promise<Map<string, MeterUsage>> {
  const { accountId, meterIds, from, until } = range;
  const query = {
    from,
    until,
    borders: [from],
    meterIds,
    accountIds: [accountId],
    owner: 'ACCOUNT' as const,
  };
  const buckets = await listUsageBuckets(tx, org, query);
  return new Map(buckets.map(({ meterId, units, events }) => [meterId, { units, events }]));
}

/** The running usage of a pricing cycle, as committed with the events. */
export async function readCycleUsage(tx: Tx, org: Org, cycle: UsageCycle): Promise<Map<string, MeterUsage>> {
  const [usage] = await listCycleUsage(tx, org, [cycle]);
  return usage ?? new Map();
}

/** The running usage of several cycles, in their order. */
export async function listCycleUsage(
  tx: Tx,
  org: Org,
  cycles: readonly UsageCycle[],
): Promise<Map<string, MeterUsage>[]> {
  if (cycles.length === 0) return [];
  const totals = await listCycleTotals(tx, org, cycles);
  const windows = cycles.map(({ accountId, startAt, endAt }) => ({ accountId, from: startAt, until: endAt }));
  return aggregateTotals(tx, org, { totals, windows, isReread: isReadFromRows });
}

/** Quantities by meter for each window; aggregations that totals cannot answer are read from the rows. */
async function aggregateTotals<Reread extends NotSummed>(
  tx: Tx,
  org: Org,
  known: {
    totals: readonly MeterTotals[];
    windows: readonly AccountWindow[];
    isReread: (aggregation: Aggregation) => aggregation is Reread;
  },
): Promise<Map<string, MeterUsage>[]> {
  const { totals, windows, isReread } = known;
  const reread = new Map<string, Omit<Totals, 'events'>>();
  const incomplete = Map.groupBy(totals, ({ aggregation }) => (isReread(aggregation) ? aggregation : null));
  for (const [aggregation, ofOne] of incomplete) {
    if (aggregation === null) continue;
    const meterIds = [...new Set(ofOne.map(({ meterId }) => meterId))];
    for (const row of await readRowTotals(tx, org, { aggregation, windows, meterIds }))
      reread.set(`${row.index} ${row.meterId}`, row);
  }
  const usage = windows.map(() => new Map<string, MeterUsage>());
  for (const { index, meterId, aggregation, units, events } of totals) {
    const window = windows[index] as AccountWindow;
    // If a rollup still counts deleted rows, there is nothing to read.
    const found = isReread(aggregation) ? (reread.get(`${index} ${meterId}`) ?? { units: ZERO }) : { units };
    usage[index]?.set(meterId, { units: quantityOf(aggregation, { ...found, events }, window), events });
  }
  return usage;
}
