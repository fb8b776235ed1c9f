import type { Generated } from 'kysely';
import type { TxActor } from '#platform/db/tx-actor.ts';
import type { DELIMITERS, IMPORT_STATUSES, IMPORT_TYPES, ROW_STATUSES } from './schema.ts';

declare module '#platform/db/tables.ts' {
  interface Tables {
    imports: ImportsTable;
    importRows: ImportRowsTable;
  }
}

export interface ImportsTable {
  orgId: number;
  id: string;
  type: (typeof IMPORT_TYPES)[number];
  status: (typeof IMPORT_STATUSES)[number];
  fileId: string;
  delimiter: (typeof DELIMITERS)[number];
  columns: Record<string, string> | null;
  defaults: Record<string, string>;
  isDryRun: boolean;
  requestedBy: TxActor;
  totalRows: number | null;
  takenRows: Generated<number>;
  createdRows: Generated<number>;
  unchangedRows: Generated<number>;
  failedRows: Generated<number>;
  attempts: Generated<number>;
  nextAttemptAt: Temporal.Instant | null;
  lease: string | null;
  resultFileId: string | null;
  resultUntil: Temporal.Instant | null;
  failure: string | null;
  failureCause: string | null;
  createdAt: Temporal.Instant;
  updatedAt: Temporal.Instant;
}

export interface ImportRowsTable {
  orgId: number;
  importId: string;
  place: number;
  line: number;
  entityId: string | null;
  status: (typeof ROW_STATUSES)[number];
  error: string | null;
}
