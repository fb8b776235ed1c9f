import type { Generated } from 'kysely';

declare module '#platform/db/tables.ts' {
  interface Tables {
    files: FilesTable;
    pendingFiles: PendingFilesTable;
  }
}

/** Files that are being stored, until their row is kept. */
export interface PendingFilesTable {
  orgId: number;
  storageKey: string;
  notedAt: Generated<Temporal.Instant>;
  /** The transaction that stored it ended without a row, so the bytes belong to nothing. */
  isAbandoned: Generated<boolean>;
}

export interface FilesTable {
  orgId: number;
  id: string;
  kind:
    | ('INVOICE_PDF' | 'REPORT' | 'IMPORT' | 'LOGO' | 'TEMPLATE_ASSET')
    | ('AUDIT_EXPORT' | 'IMPORT_RESULT' | 'STATEMENT');
  ownerId: string;
  name: string;
  contentType: string;
  sizeBytes: number;
  sha256: string;
  storageKey: string;
  createdAt: Temporal.Instant;
}
