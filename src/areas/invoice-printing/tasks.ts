import { type Task, task } from '#platform/workers/task.ts';
import type { PrintableRow } from './pdf/printed-invoice.ts';
import type { RenderOptions } from './pdf/render-invoice-pdf.ts';
import type { StatementKind } from './pdf/statement-words.ts';

/** Base64 makes a response a third longer, and every step of its serialization holds it as a whole. */
export const MAX_PREVIEW_BYTES = 8_000_000;

/** An invoice with its layout. */
export interface Drawing {
  row: PrintableRow;
  pdf: RenderOptions;
}

/** The outcome of a preview: the PDF in base64, or a fault of the content or the invoice. */
export type PreviewOutcome = { base64: string } | { at: string; rule: string } | { tooLarge: string };

/** A statement of account, in the layout of an invoice of its debtor. Amounts and days are texts. */
export interface StatementDrawing extends Drawing {
  statement: {
    debtorType: 'CUSTOMER' | 'ACCOUNT' | 'INVOICE_GROUP';
    debtorId: string;
    currency: string;
    asOf: string;
    from: string;
    /** The day after the last one. */
    to: string;
    opening: string;
    closing: string;
    entries: { date: string; kind: StatementKind; number: string; amount: string; balance: string }[];
  };
}

/** The rendering stops at its own limit before, with a more precise error. */
export const drawInvoiceTask: Task<Drawing, Uint8Array> = task('invoices.draw', { limitMs: 40_000 });
/** Interactive: a user waits for it. */
export const drawPreviewTask: Task<Drawing & { isContentSent: boolean }, PreviewOutcome> = task(
  'invoices.preview',
  { limitMs: 10_000 },
);
export const drawStatementTask: Task<StatementDrawing, Uint8Array> = task('invoices.statement', {
  limitMs: 40_000,
});
