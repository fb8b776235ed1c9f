import type { SchemaEvent } from '#areas/event-schemas/index.ts';
import { LICENSE_ID, namedBy, type ReservedSchemas, USAGE_METER_ID } from '../reserved-schemas.ts';
import type { CatalogNames } from './catalog-facts.ts';

/** What events say by name of the catalog. */
export function namesIn(events: readonly SchemaEvent[], reserved: ReservedSchemas): CatalogNames {
  const schemas = new Set(events.map(({ schemaName }) => schemaName));
  return {
    meterIds: schemas.has(reserved.usage.name) ? namedBy(events, reserved.usage.name, USAGE_METER_ID) : [],
    licenseIds: schemas.has(reserved.names.name) ? namedBy(events, reserved.names.name, LICENSE_ID) : [],
    schemas,
  };
}
