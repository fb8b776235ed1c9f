import { ExactSum } from '#core/exact-sum.ts';
import type { Outcome } from '../event.ts';
import type { ProcessedEvent } from '../fold-usage.ts';
import type { HourOf } from '../hours.ts';
import { rollupOf } from '../rollups.ts';

/** Meters of one row; see context_hours in the migrations. */
const COLUMNS = 4;

/** What the events of a context add to one row of its cycle: units as text, and how many events had them. */
export interface ContextCycle {
  contextId: number;
  /** The first row has the first four meters of the context. */
  part: number;
  units: readonly string[];
  events: readonly number[];
}
export interface ContextHour extends ContextCycle {
  hourAt: Temporal.Instant;
}

export interface ContextUsage {
  hours: ContextHour[];
  cycles: ContextCycle[];
  /** Of units, in the widest of the rows. */
  columns: number;
}

interface Sum {
  units: ExactSum;
  events: number;
}

/** By the place of the meter in the context; holes where it had no units. */
type Sums = Sum[];

interface Hour {
  at: Temporal.Instant;
  ms: number;
  sums: Sums;
}

interface Folded {
  hasCycle: boolean;
  /** Few: events come soon after they happen. */
  hours: Hour[];
}

/**
 * What events add to sums, by the context that they are stored with: rows are few and told by numbers. In the
 * order of the primary keys, so that writers that meet never deadlock. Usage whose rollup is not a sum stays
 * with `foldUsage`.
 */
export function foldByContext(
  events: readonly ProcessedEvent[],
  { contextIds, hourOf }: { contextIds: readonly number[]; hourOf: HourOf },
): ContextUsage {
  const contexts = new Map<number, Folded>();
  for (const [i, { timestamp, outcome }] of events.entries()) {
    if (outcome.usage.length === 0) continue;
    const contextId = contextIds[i] as number;
    let folded = contexts.get(contextId);
    if (!folded) {
      folded = { hasCycle: outcome.period !== null, hours: [] };
      contexts.set(contextId, folded);
    }
    addTo(hourIn(folded, hourOf(timestamp)).sums, outcome);
  }
  return listRows([...contexts].sort(([one], [other]) => one - other));
}

function hourIn({ hours }: Folded, at: Temporal.Instant): Hour {
  const ms = at.epochMilliseconds;
  for (const hour of hours) if (hour.ms === ms) return hour;
  const hour: Hour = { at, ms, sums: [] };
  hours.push(hour);
  return hour;
}

function addTo(sums: Sums, { meters, units }: Outcome): void {
  if (!meters) throw new Error('an event with usage has meters');
  for (let place = 0; place < units.length; place++) {
    const [value, meter] = [units[place], meters[place]];
    if (!value || !meter || rollupOf(meter.compiled.aggregation) !== 'ADD') continue;
    let sum = sums[place];
    if (!sum) {
      sum = { units: new ExactSum(), events: 0 };
      sums[place] = sum;
    }
    sum.units.add(value);
    sum.events++;
  }
}

function listRows(contexts: readonly [number, Folded][]): ContextUsage {
  const usage: ContextUsage = { hours: [], cycles: [], columns: 1 };
  for (const [contextId, { hours, hasCycle }] of contexts) {
    hours.sort((one, other) => one.ms - other.ms);
    for (const { at: hourAt, sums } of hours)
      for (const row of rowsOf(sums, contextId)) usage.hours.push({ ...row, hourAt });
    if (hasCycle) usage.cycles.push(...rowsOf(cycleOf(hours), contextId));
  }
  for (const { units } of usage.hours) usage.columns = Math.max(usage.columns, units.length);
  return usage;
}

function cycleOf(hours: readonly Hour[]): Sums {
  const [first] = hours;
  if (hours.length === 1 && first) return first.sums;
  const total: Sums = [];
  for (const { sums } of hours)
    for (const [place, sum] of sums.entries()) {
      if (!sum) continue;
      total[place] ??= { units: new ExactSum(), events: 0 };
      total[place].units.add(sum.units.total());
      total[place].events += sum.events;
    }
  return total;
}

function rowsOf(sums: Sums, contextId: number): ContextCycle[] {
  const rows: ContextCycle[] = [];
  for (let from = 0; from < sums.length; from += COLUMNS) {
    const ofRow = Array.from({ length: Math.min(COLUMNS, sums.length - from) }, (_, i) => sums[from + i]);
    if (!ofRow.some((sum) => sum)) continue;
    rows.push({
      ...{ contextId, part: from / COLUMNS },
      units: ofRow.map((sum) => sum?.units.text() ?? '0'),
      events: ofRow.map((sum) => sum?.events ?? 0),
    });
  }
  return rows;
}
