import type { Generated } from 'kysely';
import type { JOB_ENTRY_STATUSES, JOB_STATUSES, JOB_TYPES } from './schema.ts';

declare module '#platform/db/tables.ts' {
  interface Tables {
    jobs: JobsTable;
    jobEntries: JobEntriesTable;
  }
}

export interface JobsTable {
  orgId: number;
  id: string;
  type: (typeof JOB_TYPES)[number];
  status: (typeof JOB_STATUSES)[number];
  decision: 'CONFIRMED' | 'REJECTED' | null;
  /** When it was confirmed or rejected, and the name of the user who did; no user: by an API key. */
  decidedAt: Generated<Temporal.Instant | null>;
  decidedByName: Generated<string | null>;
  isConfirmedFirst: boolean;
  entryKind: string;
  totalEntries: number;
  completedEntries: Generated<number>;
  failedEntries: Generated<number>;
  cancelledEntries: Generated<number>;
  metadata: Generated<Record<string, string>>;
  createdAt: Temporal.Instant;
  updatedAt: Temporal.Instant;
  settledAt: Temporal.Instant | null;
  rowVersion: Generated<number>;
}

export interface JobEntriesTable {
  orgId: number;
  jobId: string;
  entityId: string;
  status: (typeof JOB_ENTRY_STATUSES)[number];
  attempts: Generated<number>;
  /**
   * The message of an unexpected error, for operators only: it may contain data that callers must not see.
   */
  lastError: string | null;
  metadata: Generated<Record<string, string>>;
  createdAt: Temporal.Instant;
  updatedAt: Temporal.Instant;
}
