import type { ColumnType, Generated } from 'kysely';
import type { ErasureStatus } from './schema.ts';

declare module '#platform/db/tables.ts' {
  interface Tables {
    wipedFiles: WipedFilesTable;
    erasures: ErasuresTable;
  }
}

/** Objects in the storage whose rows are gone. */
export interface WipedFilesTable {
  orgId: number;
  storageKey: string;
}

export interface ErasuresTable {
  orgId: number;
  id: string;
  customerId: string;
  /** Of a contact alone; null: the customer with its accounts and contacts. */
  username: string | null;
  /** Of what was erased. */
  ids: string[];
  /** By which it is found where no id stands; null once all was searched. */
  texts: string[] | null;
  /** Files of captured mails: `<instant> <name>`. */
  captured: string[];
  /** That were erased at once; null: by an earlier version, which did not count. */
  accounts: number | null;
  contacts: number | null;
  /** Up to now. */
  deletedFiles: Generated<number>;
  createdAt: Temporal.Instant;
  /** By the database. */
  status: ColumnType<ErasureStatus, never, never>;
  completedAt: Generated<Temporal.Instant | null>;
}
