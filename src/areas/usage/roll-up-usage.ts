import { type Decimal, decimalText } from '#core/decimal.ts';
import { ExactSum } from '#core/exact-sum.ts';
import type { MeteredUnits, Outcome } from './event.ts';
import type { HourOf } from './hours.ts';
import { combineUnits, isNotSummed, isReadFromRows, type Rollup, rollupOf } from './rollups.ts';
import type { CycleUnits, HourUnits, RolledUpUsage, UsageUnits } from './store/usage.ts';

/** A processed event with the number under which it is stored. */
export interface ProcessedEvent {
  seq: number;
  timestamp: Temporal.Instant;
  outcome: Outcome;
}

/**
 * Combines the usage of a batch into rollup rows, so that a hot account costs one row of each. Rows are in
 * primary-key order: concurrent writers lock them in the same order and never deadlock.
 */
export function rollUpUsage(events: readonly ProcessedEvent[], hourOf: HourOf): RolledUpUsage {
  const rows: UsageUnits[] = [];
  const hours = newSums<HourUnits>();
  const cycles = newSums<CycleUnits>();
  for (const { seq, timestamp, outcome } of events) {
    const { match, period, usage } = outcome;
    if (!match || usage.length === 0) continue;
    const { accountId } = match;
    const hourAt = hourOf(timestamp);
    // The key part that all meters share is built once.
    const hour = accountId + SEPARATOR + hourAt.epochMilliseconds;
    const cycle =
      period && accountId + SEPARATOR + period.shown.scheduleId + SEPARATOR + period.shown.cycleStart;
    for (const metered of usage) {
      const { meterId, units, key, aggregation } = metered;
      if (isReadFromRows(aggregation)) {
        const text = decimalText(units);
        rows.push({
          seq,
          meterId,
          accountId,
          eventTime: timestamp.toString(),
          units: text,
          key: key ?? null,
        });
      }
      sumOf(hours, hour, metered).row ??= { accountId, meterId, hourAt };
      if (!period || cycle === null) continue;
      const { scheduleId, cycleStart } = period.shown;
      sumOf(cycles, cycle, metered).row ??= { accountId, meterId, scheduleId, cycleStart };
    }
  }
  return {
    rows,
    hours: sorted(hours, (row) => [row.accountId, row.meterId, String(row.hourAt.epochMilliseconds)]),
    cycles: sorted(cycles, (row) => [row.accountId, row.scheduleId, row.cycleStart, row.meterId]),
  };
}

/** Usage that cannot be summed by context: rows, and MAX and MIN rollups. */
export function rollUpUnsummed(events: readonly ProcessedEvent[], hourOf: HourOf): RolledUpUsage {
  const { rows, hours, cycles } = rollUpUsage(
    events.filter(({ outcome }) => outcome.usage.some(({ aggregation }) => isNotSummed(aggregation))),
    hourOf,
  );
  return { rows, hours: { ...hours, ADD: [] }, cycles: { ...cycles, ADD: [] } };
}

interface Sum<Row> {
  row?: Omit<Row, 'units' | 'events'>;
  units: ExactSum | Decimal;
  events: number;
}

/** By the part that all meters share, then by meter: long keys are looked up once per event. */
type Sums<Row> = Record<Rollup, Map<string, Map<string, Sum<Row>>>>;

/** A character that no id can contain, and that sorts before all that ids can contain. */
const SEPARATOR = '\u0000';

function newSums<Row>(): Sums<Row> {
  return { ADD: new Map(), MAX: new Map(), MIN: new Map() };
}

/** Adds the units of an event to the sum that they belong to. */
function sumOf<Row>(sums: Sums<Row>, name: string, { meterId, units, aggregation }: MeteredUnits): Sum<Row> {
  const rollup = rollupOf(aggregation);
  const ofName = sums[rollup].get(name) ?? new Map<string, Sum<Row>>();
  if (ofName.size === 0) sums[rollup].set(name, ofName);
  const known = ofName.get(meterId);
  if (!known) {
    const sum: Sum<Row> = { units: rollup === 'ADD' ? new ExactSum() : units, events: 1 };
    if (sum.units instanceof ExactSum) sum.units.add(units);
    ofName.set(meterId, sum);
    return sum;
  }
  known.events++;
  if (known.units instanceof ExactSum) known.units.add(units);
  else known.units = combineUnits(rollup, known.units, units);
  return known;
}

function sorted<Row>(
  sums: Sums<Row>,
  keyOf: (row: Omit<Row, 'units' | 'events'>) => string[],
): Record<Rollup, Row[]> {
  const rows = (rollup: Rollup) => {
    const keyed: { key: string; row: Row }[] = [];
    for (const ofName of sums[rollup].values())
      for (const { row, units, events } of ofName.values()) {
        if (!row) continue;
        const total = units instanceof ExactSum ? units.total() : units;
        const key = keyOf(row).join(SEPARATOR);
        keyed.push({ key, row: { ...row, units: decimalText(total), events } as Row });
      }
    return keyed.sort((a, b) => (a.key < b.key ? -1 : 1)).map(({ row }) => row);
  };
  return { ADD: rows('ADD'), MAX: rows('MAX'), MIN: rows('MIN') };
}
