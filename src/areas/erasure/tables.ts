import type { ColumnType, Generated } from 'kysely';
import type { ErasureStatus } from './schema.ts';

declare module '#platform/db/tables.ts' {
  interface Tables {
    wipedFiles: WipedFilesTable;
    erasures: ErasuresTable;
  }
}

/** Stored objects whose rows are deleted. */
export interface WipedFilesTable {
  orgId: number;
  storageKey: string;
}

export interface ErasuresTable {
  orgId: number;
  id: string;
  customerId: string;
  /** A single contact; null: the customer with its accounts and contacts. */
  username: string | null;
  /** Of the erased resources. */
  ids: string[];
  /** Texts to search for where no id leads; null once the search is complete. */
  texts: string[] | null;
  /** Files of captured mails: `<instant> <name>`. */
  captured: string[];
  /** Accounts erased at once; null: erased by an earlier version, which did not count. */
  accounts: number | null;
  contacts: number | null;
  /** So far. */
  deletedFiles: Generated<number>;
  createdAt: Temporal.Instant;
  /** Computed by the database. */
  status: ColumnType<ErasureStatus, never, never>;
  completedAt: Generated<Temporal.Instant | null>;
}
