import type { GeneratedAlways } from 'kysely';

declare module '#platform/db/tables.ts' {
  interface Tables {
    settings: SettingsTable;
  }
}

export interface SettingsTable {
  orgId: number;
  namespace: string;
  id: string;
  entityType: string;
  entityId: string;
  name: string;
  value: string;
  dataType: 'STRING' | 'NUMERIC' | 'JSON' | 'JSON_LOGIC';
  createdAt: Temporal.Instant;
  updatedAt: Temporal.Instant;
  /** `setting.<namespace>.<id>.<entity type>.<entity id>`, computed by the database. */
  address: GeneratedAlways<string>;
}
