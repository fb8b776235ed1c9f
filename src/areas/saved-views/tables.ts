declare module '#platform/db/tables.ts' {
  interface Tables {
    savedViews: SavedViewsTable;
  }
}

export interface SavedViewsTable {
  orgId: number;
  id: string;
  list: string;
  name: string;
  query: string;
  /** Percent-decoded: an erasure finds a person here. */
  queryText: string;
  isShared: boolean;
  owner: string;
  ownerName: string | null;
  createdAt: Temporal.Instant;
  updatedAt: Temporal.Instant;
}
