import { type Decimal, decimalText } from '#core/decimal.ts';
import type { MeteredUnits, Outcome, TimedEvent } from './event.ts';
import type { HourOf } from './hours.ts';
import { combineUnits, type Rollup, rollupOf } from './rollups.ts';

/** A processed event with the row that it is stored in. */
export interface ProcessedEvent extends TimedEvent {
  referenceId: string;
  outcome: Outcome;
}

export interface UsageUnits {
  referenceId: string;
  meterId: string;
  accountId: string;
  eventTime: string;
  units: string;
}

export interface HourUnits {
  accountId: string;
  meterId: string;
  hourAt: string;
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
  usage: UsageUnits[];
  /** Those of UNIQUE_COUNT. */
  keyed: (UsageUnits & { key: string })[];
  hours: Record<Rollup, HourUnits[]>;
  cycles: Record<Rollup, CycleUnits[]>;
}

/**
 * The usage of a batch as rows: one for each event and meter, and the rollups combined, so that a hot account
 * costs one row of each. Rollups are in the order of their primary keys: writers that meet lock them in one
 * order and never deadlock.
 */
export function foldUsage(events: readonly ProcessedEvent[], hourOf: HourOf): FoldedUsage {
  const usage: UsageUnits[] = [];
  const keyed: FoldedUsage['keyed'] = [];
  const [hours, cycles] = [newSums(), newSums()];
  const hourText = printOnce();
  for (const { referenceId, timestamp, eventTime, outcome } of events) {
    const { accountId, cycle } = outcome;
    if (accountId === null || outcome.usage.length === 0) continue;
    const hourAt = hourText(hourOf(timestamp));
    for (const metered of outcome.usage) {
      const { meterId, units, key } = metered;
      const row = { referenceId, meterId, accountId, eventTime, units: decimalText(units) };
      if (key === undefined) usage.push(row);
      else keyed.push({ ...row, key });
      addTo(hours, [accountId, meterId, hourAt], metered);
      if (cycle) addTo(cycles, [accountId, cycle.scheduleId, cycle.start, meterId], metered);
    }
  }
  return { usage, keyed, hours: sortedBy(hours, toHour), cycles: sortedBy(cycles, toCycle) };
}

/** Hours repeat, and printing an instant takes longer than looking it up. */
function printOnce(): (at: Temporal.Instant) => string {
  const texts = new Map<number, string>();
  return (at) => {
    const text = texts.get(at.epochMilliseconds) ?? at.toString();
    texts.set(at.epochMilliseconds, text);
    return text;
  };
}

interface Sum {
  key: string[];
  units: Decimal;
  events: number;
}

/** Joined by a character that no id can hold, and that sorts before all that they can. */
const SEPARATOR = '\u0000';

type Sums = Record<Rollup, Map<string, Sum>>;

function newSums(): Sums {
  return { ADD: new Map(), MAX: new Map(), MIN: new Map() };
}

function addTo(sums: Sums, key: string[], { units, aggregation }: MeteredUnits): void {
  const rollup = rollupOf(aggregation);
  const ofRollup = sums[rollup];
  const name = key.join(SEPARATOR);
  const sum = ofRollup.get(name);
  if (sum) {
    sum.units = combineUnits(rollup, sum.units, units);
    sum.events++;
  } else ofRollup.set(name, { key, units, events: 1 });
}

function sortedBy<Row>(sums: Sums, toRow: (sum: Sum) => Row): Record<Rollup, Row[]> {
  const rows = (rollup: Rollup) =>
    [...sums[rollup]].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, sum]) => toRow(sum));
  return { ADD: rows('ADD'), MAX: rows('MAX'), MIN: rows('MIN') };
}

function toHour({ key, units, events }: Sum): HourUnits {
  const [accountId = '', meterId = '', hourAt = ''] = key;
  return { accountId, meterId, hourAt, units: decimalText(units), events };
}

function toCycle({ key, units, events }: Sum): CycleUnits {
  const [accountId = '', scheduleId = '', cycleStart = '', meterId = ''] = key;
  return { accountId, scheduleId, cycleStart, meterId, units: decimalText(units), events };
}
