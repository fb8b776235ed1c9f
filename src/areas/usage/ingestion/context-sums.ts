import type { Decimal } from '#core/decimal.ts';
import { ExactSum } from '#core/exact-sum.ts';
import type { Outcome } from '../event.ts';
import type { ActiveMeter } from '../meter-fields.ts';
import { rollupOf } from '../rollups.ts';

/** Meters of one row; see context_hours in the migrations. */
const COLUMNS = 4;

/** What is added to rows of sums, by column: the rows are in the order of their primary keys. */
export interface ContextRows {
  contextIds: number[];
  /** The first row of a context has its first four meters. */
  parts: number[];
  /** By column, as text. */
  units: string[][];
  /** By column, how many events had units. */
  events: number[][];
}

export interface HourRows extends ContextRows {
  hourAts: Temporal.Instant[];
}

export interface ContextUsage {
  hours: HourRows;
  cycles: ContextRows;
}

interface Sum {
  units: ExactSum;
  events: number;
}

/** By the place of the meter in the context; holes where it had no units. */
type Sums = (Sum | undefined)[];

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

/** An event with units, and where they belong. */
interface Summed {
  contextId: number;
  hasCycle: boolean;
  hourAt: Temporal.Instant;
}

/**
 * What events add to sums, by the context that they are stored with: rows are few and told by numbers, and in
 * the order of the primary keys, so that writers that meet never deadlock. Usage whose rollup is not a sum
 * stays with `foldUsage`.
 */
export class ContextSums {
  #contexts = new Map<number, Folded>();

  /** Of meters whose rollups are sums; a number is a short decimal. */
  add(event: Summed, units: readonly (Decimal | number | null)[]): void {
    const { sums } = this.#hourOf(event);
    for (let place = 0; place < units.length; place++) {
      const value = units[place] ?? null;
      if (value !== null) addTo(sums, place, value);
    }
  }

  /** Of any meters. */
  addOutcome(event: Summed, { meters, units, usage }: Outcome): void {
    if (usage.length === 0) return;
    if (!meters) throw new Error('an event with usage has meters');
    this.add(
      event,
      units.map((value, place) => (isSum(meters[place]) ? value : null)),
    );
  }

  /** Of all contexts, or of those that have a cycle, or of those that have none. */
  hours(of: 'ALL' | 'WITH_CYCLE' | 'WITHOUT_CYCLE' = 'ALL'): HourRows {
    const hours: HourRows = { ...noRows(this.#columns()), hourAts: [] };
    for (const [contextId, folded] of this.#inOrder()) {
      if (of !== 'ALL' && folded.hasCycle !== (of === 'WITH_CYCLE')) continue;
      folded.hours.sort((one, other) => one.ms - other.ms);
      for (const { at, sums } of folded.hours) {
        const before = hours.contextIds.length;
        addRows(hours, contextId, sums);
        for (let row = before; row < hours.contextIds.length; row++) hours.hourAts.push(at);
      }
    }
    return hours;
  }

  cycles(): ContextRows {
    const cycles = noRows(this.#columns());
    for (const [contextId, { hours, hasCycle }] of this.#inOrder())
      if (hasCycle) addRows(cycles, contextId, cycleOf(hours));
    return cycles;
  }

  #inOrder(): [number, Folded][] {
    return [...this.#contexts].sort(([one], [other]) => one - other);
  }

  #columns(): number {
    let columns = 0;
    for (const { hours } of this.#contexts.values())
      for (const { sums } of hours) columns = Math.max(columns, Math.min(COLUMNS, sums.length));
    return columns;
  }

  #hourOf({ contextId, hasCycle, hourAt }: Summed): Hour {
    let folded = this.#contexts.get(contextId);
    if (!folded) {
      folded = { hasCycle, hours: [] };
      this.#contexts.set(contextId, folded);
    }
    // Hours are mostly the very same instant; asking it for its milliseconds takes longer.
    for (const hour of folded.hours) if (hour.at === hourAt) return hour;
    const ms = hourAt.epochMilliseconds;
    for (const hour of folded.hours) if (hour.ms === ms) return hour;
    const hour: Hour = { at: hourAt, ms, sums: [] };
    folded.hours.push(hour);
    return hour;
  }
}

function isSum(meter: ActiveMeter | undefined): boolean {
  return meter !== undefined && rollupOf(meter.compiled.aggregation) === 'ADD';
}

function addTo(sums: Sums, place: number, value: Decimal | number): void {
  let sum = sums[place];
  if (!sum) {
    while (sums.length < place) sums.push(undefined);
    sum = { units: new ExactSum(), events: 0 };
    sums[place] = sum;
  }
  if (typeof value === 'number') sum.units.addShort(value);
  else sum.units.add(value);
  sum.events++;
}

function cycleOf(hours: readonly Hour[]): Sums {
  const [first] = hours;
  if (hours.length === 1 && first) return first.sums;
  const total: Sums = [];
  for (const { sums } of hours)
    for (const [place, sum] of sums.entries()) {
      if (!sum) continue;
      total[place] ??= { units: new ExactSum(), events: 0 };
      total[place].units.addSum(sum.units);
      total[place].events += sum.events;
    }
  return total;
}

function noRows(columns: number): ContextRows {
  const lists = <T>() => Array.from({ length: columns }, (): T[] => []);
  return { contextIds: [], parts: [], units: lists<string>(), events: lists<number>() };
}

function addRows(rows: ContextRows, contextId: number, sums: Sums): void {
  for (let from = 0; from < sums.length; from += COLUMNS) {
    if (!hasSum(sums, from)) continue;
    rows.contextIds.push(contextId);
    rows.parts.push(from / COLUMNS);
    for (let column = 0; column < rows.units.length; column++) {
      const sum = sums[from + column];
      rows.units[column]?.push(sum ? sum.units.text() : '0');
      rows.events[column]?.push(sum ? sum.events : 0);
    }
  }
}

function hasSum(sums: Sums, from: number): boolean {
  for (let place = from; place < from + COLUMNS; place++) if (sums[place]) return true;
  return false;
}
