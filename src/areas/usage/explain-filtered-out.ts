import { type CompiledSchema, compileSchema, findEventSchemaVersion } from '#areas/event-schemas/index.ts';
import {
  type CompiledMeter,
  compileMeter,
  explainRejection,
  listUsageMeters,
  type MeterFields,
} from '#areas/usage-meters/index.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { fieldMapsOf } from './event.ts';
import { type StoredPipeline, unpackFields, unpackPipeline } from './event-context.ts';
import type { EventRow } from './store/events.ts';

type MeterStep = NonNullable<StoredPipeline['usageMeters']>[number];

/** Today's meters and schemas that explain why events were filtered out, by name and version. */
export interface FilteringTerms {
  /** Meters that have not changed since. */
  meters: ReadonlyMap<string, CompiledMeter>;
  /** Schemas of events that had undeclared fields: meters saw only the declared ones. */
  schemas: ReadonlyMap<string, CompiledSchema>;
}

/** For a bounded number of events, which have few schemas. */
export async function readFilteringTerms(
  tx: Tx,
  org: Org,
  rows: readonly EventRow[],
): Promise<FilteringTerms> {
  const meterIds = new Set<string>();
  const schemas = new Map<string, CompiledSchema>();
  for (const row of rows) {
    const { usageMeters = [], eventSchema } = unpackPipeline(row, row);
    const filtering = usageMeters.filter(isFilteredOut);
    for (const { id } of filtering) meterIds.add(id);
    if (filtering.length === 0 || row.facts.fields || !eventSchema) continue;
    const { name, version } = eventSchema;
    if (schemas.has(nameOf(name, version))) continue;
    const schema = await findEventSchemaVersion(tx, org, { name, version });
    if (schema) schemas.set(nameOf(name, version), compileSchema(schema));
  }
  if (meterIds.size === 0) return { meters: new Map(), schemas };
  const meters = await listUsageMeters(tx, org, [...meterIds]);
  return { meters: new Map(meters.map((row) => [nameOf(row.id, row.version), compileMeter(row)])), schemas };
}

/**
 * The result of each meter step of an event, with a reason if the meter filtered it out. A meter that has
 * changed since gives no reason, because its former conditions are not kept.
 */
export function explainSteps(
  row: EventRow,
  pipeline: StoredPipeline,
  terms: FilteringTerms,
): (MeterStep & { reason?: string })[] | undefined {
  const fields = fieldsSeen(row, pipeline, terms);
  return pipeline.usageMeters?.map((step) => {
    const meter = isFilteredOut(step) ? terms.meters.get(nameOf(step.id, step.version)) : undefined;
    if (!meter || !fields) return step;
    return { ...step, reason: `The meter ${explainRejection(meter, fields)}.` };
  });
}

/** The fields that the meters saw; null if unknown. */
function fieldsSeen(
  row: EventRow,
  { eventSchema, enrichments }: StoredPipeline,
  { schemas }: FilteringTerms,
): MeterFields | null {
  const { attributes, dimensions } = fieldMapsOf(unpackFields(row.facts, row));
  if (!row.facts.fields) {
    const schema = eventSchema && schemas.get(nameOf(eventSchema.name, eventSchema.version));
    if (!schema) return null;
    for (const name of attributes.keys()) if (!schema.attributes.includes(name)) attributes.delete(name);
    for (const name of dimensions.keys()) if (!schema.dimensions.includes(name)) dimensions.delete(name);
  }
  for (const { name, value } of enrichments?.attributes ?? []) attributes.set(name, value);
  for (const { name, value } of enrichments?.dimensions ?? []) dimensions.set(name, value);
  return { attributes, dimensions };
}

function isFilteredOut({ status }: MeterStep): boolean {
  return status === 'PROCESSED_FILTERED_OUT';
}

function nameOf(id: string, version: number): string {
  return `${id} ${version}`;
}
