import type { Generated } from 'kysely';

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
  createdAt: Temporal.Instant;
  completedAt: Generated<Temporal.Instant | null>;
}
