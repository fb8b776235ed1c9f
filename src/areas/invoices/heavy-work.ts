import { type Work, work } from '#platform/workers/task.ts';
import { drawInvoice, drawPreview } from './render-invoice-pdf/draw.ts';
import { drawInvoiceTask, drawPreviewTask } from './render-invoice-pdf/tasks.ts';

/** On worker threads: nothing here reaches a database. */
export const invoiceWork: readonly Work[] = [
  work(drawInvoiceTask, drawInvoice),
  work(drawPreviewTask, drawPreview),
];
