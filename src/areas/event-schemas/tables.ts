import type { Generated } from 'kysely';
import type { Enrichments, EventAttribute, EventDimension, SchemaStatus } from './schema.ts';

declare module '#platform/db/tables.ts' {
  interface Tables {
    eventSchemas: EventSchemasTable;
  }
}

/** One row per version; the latest carries the current status, older ones are ARCHIVED. */
export interface EventSchemasTable {
  orgId: number;
  name: string;
  version: number;
  isLatest: boolean;
  status: SchemaStatus;
  description: string | null;
  attributes: EventAttribute[];
  dimensions: EventDimension[];
  enrichments: Enrichments | null;
  filterFields: string[];
  eventIdTemplate: string | null;
  eventLevelRevenue: Generated<boolean>;
  createdAt: Temporal.Instant;
  updatedAt: Temporal.Instant;
  rowVersion: Generated<number>;
}
