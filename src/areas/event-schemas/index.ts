export { boundedCache } from './bounded-cache.ts';
export {
  type CompiledSchema,
  compileSchema,
  dependencyKeys,
  type SchemaDependency,
} from './compile-schema.ts';
export {
  buildEventId,
  type DependencyValue,
  type Enriched,
  EnrichmentError,
  enrich,
  enrichDeclared,
} from './enrich.ts';
export type { SchemaEvent } from './event-id-template.ts';
export { readDecimal, settleDivision } from './logic-result.ts';
export { activateEventSchema } from './operations/activate-event-schema.ts';
export { createEventSchema } from './operations/create-event-schema.ts';
export { deactivateEventSchema } from './operations/deactivate-event-schema.ts';
export { updateEventSchema } from './operations/update-event-schema.ts';
export { REPROCESS_SCHEMA_EVENTS } from './plan-reprocessing.ts';
export { eventSchemaNotFound } from './problems.ts';
export { hasAttribute, isReservedName } from './rules.ts';
export {
  CatalogName,
  type CreateEventSchemaRequest,
  Enrichments,
  EventAttribute,
  EventDimension,
  EventSchema,
  type FeatureDetails,
  Logic,
} from './schema.ts';
export { showEventSchema } from './show-event-schema.ts';
export {
  type EventSchemaRow,
  findEventSchema,
  findEventSchemaVersion,
  holdEventSchema,
  holdEventSchemas,
  listEventSchemas,
  listMeteredSchemas,
  listOpenEventSchemas,
  withDrafts,
} from './store.ts';
