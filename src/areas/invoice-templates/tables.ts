import type { Generated } from 'kysely';
import type { TEMPLATE_STATUSES, TemplateContent } from './schema.ts';

declare module '#platform/db/tables.ts' {
  interface Tables {
    invoiceTemplates: InvoiceTemplatesTable;
    invoiceTemplateVersions: InvoiceTemplateVersionsTable;
  }
}

export interface InvoiceTemplatesTable {
  orgId: number;
  id: string;
  name: string;
  status: (typeof TEMPLATE_STATUSES)[number];
  /** The newest. */
  version: number;
  createdAt: Temporal.Instant;
  updatedAt: Temporal.Instant;
  rowVersion: Generated<number>;
}

/** Immutable. */
export interface InvoiceTemplateVersionsTable {
  orgId: number;
  templateId: string;
  version: number;
  content: TemplateContent;
  createdAt: Temporal.Instant;
}
