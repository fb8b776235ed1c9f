declare module '#platform/db/tables.ts' {
  interface Tables {
    files: FilesTable;
  }
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
