import { type Decimal, decimalText } from '#core/decimal.ts';
import type { MeteredUnits, Outcome } from './event.ts';
import type { HourOf } from './hours.ts';
import { combineUnits, isReadFromRows, type Rollup, rollupOf } from './rollups.ts';

/** A processed event with the number that it is stored under. */
export interface ProcessedEvent {
  seq: number;
  timestamp: Temporal.Instant;
  outcome: Outcome;
}

export interface UsageUnits {
  seq: number;
  meterId: string;
  accountId: string;
  eventTime: string;
  units: string;
  key: string | null;
}

export interface HourUnits {
  accountId: string;
  meterId: string;
  hourAt: Temporal.Instant;
  units: string;
  events: number;
}

export interface CycleUnits {
  accountId: string;
  scheduleId: string;
  cycleStart: string;
  meterId: string;
  units: string;
  events: number;
}

export interface FoldedUsage {
  /** Of meters whose quantity follows from no rollup. */
  rows: UsageUnits[];
  hours: Record<Rollup, HourUnits[]>;
  cycles: Record<Rollup, CycleUnits[]>;
}

/**
 * The usage of a batch combined into rows of the rollups, so that a hot account costs one row of each. They
 * are in the order of their primary keys: writers that meet lock them in one order and never deadlock.
 */
export function foldUsage(events: readonly ProcessedEvent[], hourOf: HourOf): FoldedUsage {
  const rows: UsageUnits[] = [];
  const hours = newSums<HourUnits>();
  const cycles = newSums<CycleUnits>();
  for (const { seq, timestamp, outcome } of events) {
    const { match, period, usage } = outcome;
    if (!match || usage.length === 0) continue;
    const { accountId } = match;
    const hourAt = hourOf(timestamp);
    const hour = hourAt.epochMilliseconds;
    for (const metered of usage) {
      const { meterId, units, key, aggregation } = metered;
      const counted = { meterId, accountId };
      if (isReadFromRows(aggregation)) {
        const text = decimalText(units);
        rows.push({ seq, ...counted, eventTime: timestamp.toString(), units: text, key: key ?? null });
      }
      addTo(hours, `${accountId}${SEPARATOR}${meterId}${SEPARATOR}${hour}`, metered, () => ({
        ...counted,
        hourAt,
      }));
      if (!period) continue;
      const { scheduleId, cycleStart } = period.shown;
      const name = `${accountId}${SEPARATOR}${scheduleId}${SEPARATOR}${cycleStart}${SEPARATOR}${meterId}`;
      addTo(cycles, name, metered, () => ({ ...counted, scheduleId, cycleStart }));
    }
  }
  return { rows, hours: sorted(hours), cycles: sorted(cycles) };
}

interface Sum<Row> {
  name: string;
  row: Omit<Row, 'units' | 'events'>;
  units: Decimal;
  events: number;
}

/** A character that no id can hold, and that sorts before all that they can. */
const SEPARATOR = '\u0000';

type Sums<Row> = Record<Rollup, Map<string, Sum<Row>>>;

function newSums<Row>(): Sums<Row> {
  return { ADD: new Map(), MAX: new Map(), MIN: new Map() };
}

function addTo<Row>(
  sums: Sums<Row>,
  name: string,
  ...[{ units, aggregation }, rowOf]: [MeteredUnits, () => Omit<Row, 'units' | 'events'>]
): void {
  const rollup = rollupOf(aggregation);
  const sum = sums[rollup].get(name);
  if (sum) {
    sum.units = combineUnits(rollup, sum.units, units);
    sum.events++;
  } else sums[rollup].set(name, { name, row: rowOf(), units, events: 1 });
}

function sorted<Row>(sums: Sums<Row>): Record<Rollup, Row[]> {
  const rows = (rollup: Rollup) =>
    [...sums[rollup].values()]
      .sort((a, b) => (a.name < b.name ? -1 : 1))
      .map(({ row, units, events }) => ({ ...row, units: decimalText(units), events }) as Row);
  return { ADD: rows('ADD'), MAX: rows('MAX'), MIN: rows('MIN') };
}
