import { type Task, task } from '#platform/workers/task.ts';
import type { PrintableRow } from './printed-invoice.ts';
import type { RenderOptions } from './render-invoice-pdf.ts';

/** An invoice with its paper. */
export interface Drawing {
  row: PrintableRow;
  pdf: RenderOptions;
}

/** What became of a preview: it was drawn, in base64, or the content or the invoice does not allow it. */
export type PreviewOutcome = { base64: string } | { at: string; rule: string } | { tooLarge: string };

/** Drawing itself gives up before, in words that say more. */
export const drawInvoiceTask: Task<Drawing, Uint8Array> = task('invoices.draw', { limitMs: 40_000 });
/** Somebody waits for it. */
export const drawPreviewTask: Task<Drawing & { isContentSent: boolean }, PreviewOutcome> = task(
  'invoices.preview',
  { limitMs: 10_000 },
);
