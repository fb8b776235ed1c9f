import { type Work, work } from '#platform/workers/task.ts';
import { drawInvoice, drawPreview } from './pdf/draw.ts';
import { drawStatement } from './pdf/draw-statement.ts';
import { drawInvoiceTask, drawPreviewTask, drawStatementTask } from './tasks.ts';

/** Work that runs on worker threads, without access to the database. */
export const printingWork: readonly Work[] = [
  work(drawInvoiceTask, drawInvoice),
  work(drawPreviewTask, drawPreview),
  work(drawStatementTask, drawStatement),
];
