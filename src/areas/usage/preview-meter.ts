import {
  type CompiledSchema,
  compileSchema,
  type DependencyValue,
  dependencyKeys,
  EnrichmentError,
  type EventSchemaRow,
  enrich,
} from '#areas/event-schemas/index.ts';
import {
  type CompiledMeter,
  compileMeter,
  explainRejection,
  type MeterFields,
  type Metering,
} from '#areas/usage-meters/index.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { findMissing } from './decision/schema-steps.ts';
import { describeEvent } from './describe-event.ts';
import { type FieldMaps, fieldMapsOf } from './event.ts';
import { unpackFields } from './event-context.ts';
import { isStorable, measureFields, TOO_LONG } from './meter-fields.ts';
import { findSettings } from './store/dependencies.ts';
import { listNewestEvents } from './store/event-list.ts';
import type { EventRow } from './store/events.ts';

const PREVIEWED_EVENTS = 20;

/**
 * Measures the newest events of a schema with a meter that need not be stored, with the fields that the
 * schema in its latest version gives them. Writes nothing.
 */
export async function previewMeter(
  tx: Tx,
  org: Org,
  { metering, schema: row }: { metering: Metering; schema: EventSchemaRow },
) {
  const [schema, meter] = [compileSchema(row), compileMeter(metering)];
  const events = await listNewestEvents(tx, org, { schemaName: row.name, limit: PREVIEWED_EVENTS });
  const settings = await readSettings(tx, org, { schema, events });
  return events.map((event) => {
    const { referenceId, eventPayload } = describeEvent(event);
    const { id, timestamp, accountId, attributes, dimensions } = eventPayload;
    const sent = fieldMapsOf(unpackFields(event.facts, event));
    const result = measure({ schema, meter }, { sent, settings: settings(event) });
    return { referenceId, id, timestamp, accountId, attributes, dimensions, ...result };
  });
}

interface Measured {
  sent: FieldMaps;
  settings: ReadonlyMap<string, DependencyValue>;
}

/** The steps of ingestion from the required fields to the units, for one meter. */
function measure({ schema, meter }: { schema: CompiledSchema; meter: CompiledMeter }, event: Measured) {
  const missing = findMissing(event.sent, schema);
  if (missing) return failed(missing.description ?? 'declared fields are missing');
  const fields = enriched(schema, event);
  if (typeof fields === 'string') return failed(fields);
  for (const [name, value] of fields.attributes)
    if (!isStorable(value)) return failed(`attribute ${name} ${TOO_LONG}`);
  const result = measureFields(meter, fields);
  if (typeof result === 'string') return failed(result);
  if (result.status === 'FILTERED_OUT')
    return { result: 'FILTERED_OUT' as const, reason: explainRejection(meter, fields) };
  const { units, key } = result;
  return { result: 'COUNTED' as const, units, ...(key !== undefined && { key }) };
}

function failed(reason: string) {
  return { result: 'FAILED' as const, reason: reason.slice(0, MAX_REASON) };
}

const MAX_REASON = 250;

function enriched(schema: CompiledSchema, { sent, settings }: Measured): MeterFields | string {
  try {
    return enrich(schema, sent, settings);
  } catch (error) {
    if (error instanceof EnrichmentError) return error.message;
    throw error;
  }
}

const NONE: ReadonlyMap<string, DependencyValue> = new Map();

/** The settings that the enrichments of each event read; of events without an account, there are none. */
async function readSettings(
  tx: Tx,
  org: Org,
  { schema, events }: { schema: CompiledSchema; events: readonly EventRow[] },
): Promise<(event: EventRow) => ReadonlyMap<string, DependencyValue>> {
  const keys = dependencyKeys(schema);
  if (keys.length === 0) return () => NONE;
  const found = new Map<string, ReadonlyMap<string, DependencyValue>>();
  for (const { accountId, customerId } of events) {
    if (accountId === null || customerId === null || found.has(accountId)) continue;
    const wanted = keys.map(({ namespace, id }) => ({
      ...{ namespace, id, accountId, customerId, schemaName: schema.name },
    }));
    const values = await findSettings(tx, org, wanted);
    found.set(
      accountId,
      new Map(keys.flatMap(({ key }, index) => (values[index] ? [[key, values[index]] as const] : []))),
    );
  }
  return ({ accountId }) => (accountId === null ? NONE : (found.get(accountId) ?? NONE));
}
