import type { Decimal } from '#core/decimal.ts';
import { ExactSum } from '#core/exact-sum.ts';
import type { Outcome } from '../event.ts';
import type { ActiveMeter } from '../meter-fields.ts';
import { rollupOf } from '../rollups.ts';
import {
  type ContextRows,
  type ContextUsage,
  type HourRows,
  METERS_PER_ROW,
} from '../store/context-usage.ts';
import type { MeterHours } from '../store/meter-hours.ts';
import type { Deltas } from '../store/usage-deltas.ts';

interface Sum {
  units: ExactSum;
  events: number;
}

/** By meter index in the context; holes where the meter had no units. */
type Sums = (Sum | undefined)[];

interface Hour {
  at: Temporal.Instant;
  ms: number;
  sums: Sums;
}

interface ContextSum {
  hasCycle: boolean;
  meters: readonly ActiveMeter[] | null;
  /** Few, because events usually arrive soon after they happen. */
  hours: Hour[];
}

/** An event with units, and the context and hours that they belong to. */
interface Summed {
  contextId: number;
  hasCycle: boolean;
  /** Of the context. */
  meters: readonly ActiveMeter[] | null;
  hourAt: Temporal.Instant;
}

/**
 * Sums the usage of events by their storage context. Rows are few, have numeric keys and are in primary-key
 * order, so that concurrent writers never deadlock. `rollUpUsage` handles usage whose rollup is not a sum.
 */
export class ContextSums {
  #contexts = new Map<number, ContextSum>();

  /** For meters whose rollups are sums; a number is a short decimal. */
  add(event: Summed, units: readonly (Decimal | number | null)[]): void {
    const { sums } = this.#hourOf(event);
    for (let index = 0; index < units.length; index++) {
      const value = units[index] ?? null;
      if (value !== null) addTo(sums, index, value);
    }
  }

  /** For any meters. */
  addOutcome(event: Omit<Summed, 'meters'>, { meters, units, usage }: Outcome): void {
    if (usage.length === 0) return;
    if (!meters) throw new Error('an event with usage must have meters');
    this.add(
      { ...event, meters },
      units.map((value, index) => (isSum(meters[index]) ? value : null)),
    );
  }

  usage(): ContextUsage {
    const contexts = this.#inOrder();
    return { hours: hoursOf(contexts), cycles: cyclesOf(contexts) };
  }

  hours(): HourRows {
    return hoursOf(this.#inOrder());
  }

  /** Separates contexts with a cycle from those without. */
  deltas(): Deltas {
    const contexts = this.#inOrder();
    return {
      withCycle: hoursOf(contexts.filter(([, { hasCycle }]) => hasCycle)),
      withoutCycle: hoursOf(contexts.filter(([, { hasCycle }]) => !hasCycle)),
    };
  }

  /** All contexts together. */
  meterHours(): MeterHours {
    return meterHoursOf(this.#contexts.values());
  }

  #inOrder(): [number, ContextSum][] {
    return [...this.#contexts].sort(([one], [other]) => one - other);
  }

  #hourOf({ contextId, hasCycle, meters, hourAt }: Summed): Hour {
    let summed = this.#contexts.get(contextId);
    if (!summed) {
      summed = { hasCycle, meters, hours: [] };
      this.#contexts.set(contextId, summed);
    }
    // Hours are mostly the same object, and reading an instant's milliseconds is slower than comparing it.
    for (const hour of summed.hours) if (hour.at === hourAt) return hour;
    const ms = hourAt.epochMilliseconds;
    for (const hour of summed.hours) if (hour.ms === ms) return hour;
    const hour: Hour = { at: hourAt, ms, sums: [] };
    summed.hours.push(hour);
    return hour;
  }
}

type Contexts = readonly [contextId: number, ContextSum][];

function hoursOf(contexts: Contexts): HourRows {
  const rows: HourRows = { ...noRows(columnsOf(contexts)), hourAts: [] };
  for (const [contextId, { hours }] of contexts) {
    hours.sort((one, other) => one.ms - other.ms);
    for (const { at, sums } of hours) {
      const before = rows.contextIds.length;
      addRows(rows, contextId, sums);
      for (let row = before; row < rows.contextIds.length; row++) rows.hourAts.push(at);
    }
  }
  return rows;
}

function cyclesOf(contexts: Contexts): ContextRows {
  const rows = noRows(columnsOf(contexts));
  for (const [contextId, { hours, hasCycle }] of contexts)
    if (hasCycle) addRows(rows, contextId, cycleOf(hours));
  return rows;
}

function meterHoursOf(contexts: Iterable<ContextSum>): MeterHours {
  const sums = new Map<string, Sum & { meterId: string; at: Temporal.Instant }>();
  for (const { meters, hours } of contexts)
    for (const { at, ms, sums: ofHour } of hours)
      for (const [index, sum] of ofHour.entries()) {
        if (!sum) continue;
        const meterId = meters?.[index]?.row.id;
        if (meterId === undefined) throw new Error('a context with usage must have meters');
        const key = `${meterId} ${ms}`;
        const known = sums.get(key) ?? { meterId, at, units: new ExactSum(), events: 0 };
        sums.set(key, known);
        known.units.addSum(sum.units);
        known.events += sum.events;
      }
  const rows = [...sums.values()];
  return {
    meterIds: rows.map(({ meterId }) => meterId),
    hourAts: rows.map(({ at }) => at),
    units: rows.map(({ units }) => units.text()),
    events: rows.map(({ events }) => events),
  };
}

function columnsOf(contexts: Contexts): number {
  let columns = 0;
  for (const [, { hours }] of contexts)
    for (const { sums } of hours) columns = Math.max(columns, Math.min(METERS_PER_ROW, sums.length));
  return columns;
}

function isSum(meter: ActiveMeter | undefined): boolean {
  return meter !== undefined && rollupOf(meter.compiled.aggregation) === 'ADD';
}

function addTo(sums: Sums, index: number, value: Decimal | number): void {
  let sum = sums[index];
  if (!sum) {
    while (sums.length < index) sums.push(undefined);
    sum = { units: new ExactSum(), events: 0 };
    sums[index] = sum;
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
    for (const [index, sum] of sums.entries()) {
      if (!sum) continue;
      total[index] ??= { units: new ExactSum(), events: 0 };
      total[index].units.addSum(sum.units);
      total[index].events += sum.events;
    }
  return total;
}

function noRows(columns: number): ContextRows {
  const lists = <T>() => Array.from({ length: columns }, (): T[] => []);
  return { contextIds: [], parts: [], units: lists<string>(), events: lists<number>() };
}

function addRows(rows: ContextRows, contextId: number, sums: Sums): void {
  for (let from = 0; from < sums.length; from += METERS_PER_ROW) {
    if (!hasSum(sums, from)) continue;
    rows.contextIds.push(contextId);
    rows.parts.push(from / METERS_PER_ROW);
    for (let column = 0; column < rows.units.length; column++) {
      const sum = sums[from + column];
      rows.units[column]?.push(sum ? sum.units.text() : '0');
      rows.events[column]?.push(sum ? sum.events : 0);
    }
  }
}

function hasSum(sums: Sums, from: number): boolean {
  for (let index = from; index < from + METERS_PER_ROW; index++) if (sums[index]) return true;
  return false;
}
