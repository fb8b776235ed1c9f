import type { Generated } from 'kysely';

declare module '#platform/db/tables.ts' {
  interface Tables {
    files: FilesTable;
    pendingFiles: PendingFilesTable;
  }
}

/** What is being stored, until its row is kept. */
export interface PendingFilesTable {
  orgId: number;
  storageKey: string;
  notedAt: Generated<Temporal.Instant>;
  /** The transaction that stored it has ended without a row: it belongs to nothing. */
  isAbandoned: Generated<boolean>;
}

export interface FilesTable {
  orgId: number;
  id: string;
  kind: 'INVOICE_PDF' | 'REPORT' | 'IMPORT' | 'LOGO' | 'TEMPLATE_ASSET' | 'AUDIT_EXPORT' | 'IMPORT_RESULT';
  ownerId: string;
  name: string;
  contentType: string;
  sizeBytes: number;
  sha256: string;
  storageKey: string;
  createdAt: Temporal.Instant;
}
