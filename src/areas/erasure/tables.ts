declare module '#platform/db/tables.ts' {
  interface Tables {
    wipedFiles: WipedFilesTable;
  }
}

/** Objects in the storage whose rows are gone. */
export interface WipedFilesTable {
  orgId: number;
  storageKey: string;
}
