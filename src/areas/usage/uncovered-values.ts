import {
  compileMeter,
  type DimensionTest,
  dimensionTestsOf,
  listActiveMeters,
} from '#areas/usage-meters/index.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { deleteUncoveredValues, listNotedValues, type NotedValue } from './store/uncovered-values.ts';
import { listUnmatchedSchemas, listUnmatchedValues, type UnmatchedValue } from './store/unmatched-values.ts';

/** Values to examine: the most frequent ones. */
const MAX_VALUES = 5000;
const MAX_METERS = 10;

/** A dimension value that no meter requires, with the meters that require others. */
export interface UncoveredValue extends UnmatchedValue {
  id: string;
  meters: { id: string; name: string }[];
}

interface Coverage {
  schemaName: string;
  dimension: string;
  tests: { meter: { id: string; name: string }; accepts: DimensionTest['accepts'] }[];
}

/**
 * For uncounted events since then: values of dimensions that active meters test, if none of their filters and
 * conditions on that dimension accepts the value. It uses today's meters, so a value leaves the list once a
 * meter covers it.
 */
export async function listUncoveredValues(
  tx: Tx,
  org: Org,
  since: Temporal.Instant,
): Promise<UncoveredValue[]> {
  const coverages = await readCoverages(tx, org, await listUnmatchedSchemas(tx, org, since));
  if (coverages.size === 0) return [];
  const dimensions = [...coverages.values()];
  const values = await listUnmatchedValues(tx, org, { since, dimensions, limit: MAX_VALUES });
  return values.flatMap((found): UncoveredValue[] => {
    const { schemaName, dimension, value } = found;
    const tests = coverages.get(keyOf(schemaName, dimension))?.tests ?? [];
    if (tests.some(({ accepts }) => accepts(value))) return [];
    const meters = new Map(tests.map(({ meter }) => [meter.id, meter]));
    const id = `${keyOf(schemaName, dimension)}/${value}`;
    return [{ ...found, id, meters: [...meters.values()].slice(0, MAX_METERS) }];
  });
}

/**
 * The noted values that no active meter accepts today, with the number of their events among the newest
 * uncounted ones. A value that a meter accepts by now is forgotten: it is new if that ends.
 */
export async function listNewValues(
  tx: Tx,
  org: Org,
  { schemaName, since }: { schemaName: string | null; since: Temporal.Instant },
): Promise<(NotedValue & { events: number })[]> {
  const noted = await listNotedValues(tx, org, schemaName);
  if (noted.length === 0) return [];
  const coverages = await readCoverages(tx, org, [...new Set(noted.map((each) => each.schemaName))]);
  const isCovered = ({ schemaName: schema, dimension, value }: NotedValue) => {
    const tests = coverages.get(keyOf(schema, dimension))?.tests;
    return !tests || tests.some(({ accepts }) => accepts(value));
  };
  await deleteUncoveredValues(tx, org, noted.filter(isCovered));
  const counted = await listUncoveredValues(tx, org, since);
  const counts = new Map(counted.map(({ id, events }) => [id, events]));
  return noted
    .filter((each) => !isCovered(each))
    .map((each) => ({
      ...each,
      events: counts.get(`${keyOf(each.schemaName, each.dimension)}/${each.value}`) ?? 1,
    }));
}

async function readCoverages(
  tx: Tx,
  org: Org,
  schemaNames: readonly string[],
): Promise<Map<string, Coverage>> {
  const coverages = new Map<string, Coverage>();
  for (const row of await listActiveMeters(tx, org, schemaNames)) {
    const { id, name, eventSchemaName } = row;
    if (eventSchemaName === null) continue;
    for (const { dimension, accepts } of dimensionTestsOf(compileMeter(row))) {
      const key = keyOf(eventSchemaName, dimension);
      const coverage = coverages.getOrInsertComputed(key, () => ({
        ...{ schemaName: eventSchemaName, dimension, tests: [] },
      }));
      coverage.tests.push({ meter: { id, name }, accepts });
    }
  }
  return coverages;
}

function keyOf(schemaName: string, dimension: string): string {
  return `${schemaName}/${dimension}`;
}
