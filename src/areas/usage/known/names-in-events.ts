import { LICENSE_ID, namedBy, type ReservedSchemas, USAGE_METER_ID } from '../reserved-schemas.ts';
import type { Event } from '../schema.ts';
import type { CatalogNames } from './catalog-facts.ts';

/** The catalog names that events mention. */
export function namesIn(
  events: readonly Pick<Event, 'schemaName' | 'dimensions'>[],
  reserved: ReservedSchemas,
): CatalogNames {
  const schemas = new Set<string>();
  for (const { schemaName } of events) schemas.add(schemaName);
  return {
    meterIds: schemas.has(reserved.usage.name) ? namedBy(events, reserved.usage.name, USAGE_METER_ID) : [],
    licenseIds: schemas.has(reserved.names.name) ? namedBy(events, reserved.names.name, LICENSE_ID) : [],
    schemas,
  };
}
