import type { CompiledSchema } from '#areas/event-schemas/index.ts';
import type { Event } from './schema.ts';

export const USAGE_METER_ID = 'usage_meter_id';
export const LICENSE_ID = 'license_id';

/** Reserved schemas, which every organization has without a row (`metering-pricing.md` 1.1). */
export interface ReservedSchemas {
  /** `<prefix>-usage`: usage of one meter, sent as a quantity. */
  usage: CompiledSchema;
  /** `<prefix>-named-license`: a name of a named license. A separate step checks its fields. */
  names: CompiledSchema;
}

export function reservedSchemas(wirePrefix: string): ReservedSchemas {
  return {
    usage: reserved(`${wirePrefix}-usage`, { attributes: ['usage'], dimensions: [USAGE_METER_ID] }),
    names: reserved(`${wirePrefix}-named-license`, { attributes: [], dimensions: [] }),
  };
}

/** The object that events of a schema name by a dimension. */
export function namedBy(
  events: readonly Pick<Event, 'schemaName' | 'dimensions'>[],
  schema: string,
  dimension: string,
): string[] {
  const ids = new Set<string>();
  for (const { schemaName, dimensions } of events)
    if (schemaName === schema)
      ids.add(Object.hasOwn(dimensions, dimension) ? (dimensions[dimension] ?? '') : '');
  return [...ids];
}

function reserved(name: string, fields: Pick<CompiledSchema, 'attributes' | 'dimensions'>): CompiledSchema {
  return { name, version: 1, ...fields, eventIdTemplate: null, dependencies: [], fields: [] };
}
