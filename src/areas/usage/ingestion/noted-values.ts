import { type DimensionTest, dimensionTestsOf } from '#areas/usage-meters/index.ts';
import type { Outcome } from '../event.ts';
import type { ActiveMeter } from '../meter-fields.ts';
import type { Event } from '../schema.ts';

/** A dimension value that no meter of its schema accepts. */
export interface NewValue {
  schemaName: string;
  dimension: string;
  value: string;
}

/** Of an event, from any path that processes events. */
export type FoundMeters = Pick<Outcome, 'status' | 'meters' | 'enriched'>;

/** The most values of an organization that are stored, and that a process remembers. */
export const MAX_NOTED = 10_000;

/**
 * The uncovered values that this process knows to be stored, for as long as the catalog is unchanged. Events
 * that a meter counts cost a comparison, and further events with a noted value a lookup.
 */
export class NotedValues {
  #keys = new Set<string>();

  /** Values of an event that are not noted yet. */
  find(
    { schemaName, dimensions }: Pick<Event, 'schemaName' | 'dimensions'>,
    { status, meters, enriched }: FoundMeters,
  ): NewValue[] {
    if (!isUnmatched(status) || !meters || this.#keys.size >= MAX_NOTED) return NONE;
    const found: NewValue[] = [];
    for (const [dimension, tests] of testsOf(meters)) {
      const own = dimensions[dimension];
      const value = own ?? enriched?.dimensions.find(({ name }) => name === dimension)?.value;
      if (value === undefined || this.#keys.has(keyOf({ schemaName, dimension, value }))) continue;
      if (tests.some(({ accepts }) => accepts(value))) continue;
      found.push({ schemaName, dimension, value });
    }
    return found;
  }

  /** Call after the commit of the transaction that stored them. */
  add(values: readonly NewValue[]): void {
    for (const value of values) this.#keys.add(keyOf(value));
  }

  /** Another catalog may accept other values. */
  forget(): void {
    this.#keys = new Set();
  }
}

const NONE: NewValue[] = [];

function isUnmatched(status: Outcome['status']): boolean {
  return (
    status === 'INGESTION_COMPLETED_EVENT_NOT_METERED' || status === 'INGESTION_COMPLETED_NO_MATCHING_METERS'
  );
}

/** One of each value, in a fixed order: two transactions that store the same values do not deadlock. */
export function withoutRepeats(values: readonly NewValue[]): NewValue[] {
  const byKey = new Map(values.map((value) => [keyOf(value), value]));
  return [...byKey].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, value]) => value);
}

const tests = new WeakMap<readonly ActiveMeter[], Map<string, DimensionTest[]>>();

/** The meters of a schema share a list for as long as the catalog is unchanged. */
function testsOf(meters: readonly ActiveMeter[]): Map<string, DimensionTest[]> {
  const known = tests.get(meters);
  if (known) return known;
  const all = meters.flatMap(({ compiled }) => dimensionTestsOf(compiled));
  const byDimension = Map.groupBy(all, ({ dimension }) => dimension);
  tests.set(meters, byDimension);
  return byDimension;
}

function keyOf({ schemaName, dimension, value }: NewValue): string {
  return `${schemaName}\n${dimension}\n${value}`;
}
