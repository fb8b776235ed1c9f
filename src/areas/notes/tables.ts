declare module '#platform/db/tables.ts' {
  interface Tables {
    notes: NotesTable;
  }
}

export interface NotesTable {
  orgId: number;
  id: string;
  customerId: string;
  /** Null: about the customer as a whole. */
  accountId: string | null;
  text: string;
  author: string;
  authorName: string | null;
  createdAt: Temporal.Instant;
  updatedAt: Temporal.Instant;
}
