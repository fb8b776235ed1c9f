import { type Decimal, decimalText } from '#core/decimal.ts';
import type { Outcome, TimedEvent } from './event.ts';
import type { HourOf } from './hours.ts';

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
  hours: HourUnits[];
  cycles: CycleUnits[];
}

/**
 * The usage of a batch as rows: one for each event and meter, and the rollups added up, so that a hot account
 * costs one row of each. Rollups are in the order of their primary keys: writers that meet lock them in one
 * order and never deadlock.
 */
export function foldUsage(events: readonly ProcessedEvent[], hourOf: HourOf): FoldedUsage {
  const usage: UsageUnits[] = [];
  const hours = new Map<string, Sum>();
  const cycles = new Map<string, Sum>();
  const hourText = printOnce();
  for (const { referenceId, timestamp, eventTime, outcome } of events) {
    const { accountId, cycle } = outcome;
    if (accountId === null || outcome.usage.length === 0) continue;
    const hourAt = hourText(hourOf(timestamp));
    for (const { meterId, units } of outcome.usage) {
      usage.push({ referenceId, meterId, accountId, eventTime, units: decimalText(units) });
      add(hours, [accountId, meterId, hourAt], units);
      if (cycle) add(cycles, [accountId, cycle.scheduleId, cycle.start, meterId], units);
    }
  }
  return { usage, hours: sorted(hours).map(toHour), cycles: sorted(cycles).map(toCycle) };
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

function add(sums: Map<string, Sum>, key: string[], units: Decimal): void {
  const name = key.join(SEPARATOR);
  const sum = sums.get(name);
  if (sum) {
    sum.units = sum.units.plus(units);
    sum.events++;
  } else sums.set(name, { key, units, events: 1 });
}

function sorted(sums: Map<string, Sum>): Sum[] {
  return [...sums].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, sum]) => sum);
}

function toHour({ key, units, events }: Sum): HourUnits {
  const [accountId = '', meterId = '', hourAt = ''] = key;
  return { accountId, meterId, hourAt, units: decimalText(units), events };
}

function toCycle({ key, units, events }: Sum): CycleUnits {
  const [accountId = '', scheduleId = '', cycleStart = '', meterId = ''] = key;
  return { accountId, scheduleId, cycleStart, meterId, units: decimalText(units), events };
}
