import { type Work, work } from '#platform/workers/task.ts';
import { drawInvoice, drawPreview } from './render-invoice-pdf/draw.ts';
import { drawInvoiceTask, drawPreviewTask } from './render-invoice-pdf/tasks.ts';

/** Work that runs on worker threads, without access to the database. */
export const invoiceWork: readonly Work[] = [
  work(drawInvoiceTask, drawInvoice),
  work(drawPreviewTask, drawPreview),
];
