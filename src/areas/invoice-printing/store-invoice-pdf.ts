import { createHash } from 'node:crypto';
import { dropFile, findKeptFile, keepFile } from '#areas/files/index.ts';
import { findInvoice, type StoredInvoice, setInvoicePdf } from '#areas/invoices/index.ts';
import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';
import { mailPrintedInvoice } from './mail/mail-invoice.ts';
import { readPdfLayout } from './read-pdf-layout.ts';
import { drawInvoiceTask } from './tasks.ts';

/** Maximum renderings while payments arrive faster than the PDF is rendered; then the work is retried. */
const MAX_ATTEMPTS = 3;

/**
 * Renders an issued invoice, stores the PDF and, for the first one, queues its mail. Only the paid amount
 * can change: the PDF is then rendered again, and the earlier file stays. A repeat keeps the first PDF.
 * Skips a draft or a deleted invoice.
 */
export async function storeInvoicePdf(context: ScheduledWorkContext, invoiceId: string): Promise<void> {
  const { tx, org } = context;
  for (let tries = 0; tries < MAX_ATTEMPTS; tries++) {
    const row = await findInvoice(tx, org, invoiceId);
    if (row?.finalizingStatus !== 'FINALIZED') return;
    if (await storePdfOf(context, row)) return;
  }
  throw new Error(`invoice ${invoiceId} keeps changing while its PDF is rendered`);
}

/** Skips an invoice without a PDF, whose first rendering will show the current state. */
export async function drawInvoiceAgain(context: ScheduledWorkContext, invoiceId: string): Promise<void> {
  const row = await findInvoice(context.tx, context.org, invoiceId);
  if (row?.pdfFileId) await storeInvoicePdf(context, invoiceId);
}

async function storePdfOf(context: ScheduledWorkContext, row: StoredInvoice): Promise<boolean> {
  const { tx, org, deployment, now } = context;
  const input = { row, pdf: await readPdfLayout({ tx, org, deployment }, row) };
  const bytes = await deployment.workers.run(drawInvoiceTask, { org, input, isTimedWork: true });
  // step: a PDF is rendered
  if (await isKept(context, row, bytes)) return true;
  const fileId = await keepFile(
    { tx, org, deployment },
    {
      kind: 'INVOICE_PDF',
      ownerId: row.id,
      name: `invoice-${row.sequenceId ?? row.id}.pdf`,
      contentType: 'application/pdf',
      bytes,
      now,
    },
  );
  // step: a PDF is stored
  if (!(await setInvoicePdf(tx, org, { drawn: row, fileId, now }))) {
    await dropFile({ tx, org, deployment }, fileId);
    return false;
  }
  // step: a PDF is recorded
  if (row.pdfFileId === null) await mailPrintedInvoice(tx, org, { ...row, pdfFileId: fileId });
  return true;
}

/** Whether the PDF equals the one that the invoice has. */
async function isKept(
  { tx, org }: ScheduledWorkContext,
  { pdfFileId }: StoredInvoice,
  bytes: Uint8Array,
): Promise<boolean> {
  const kept = pdfFileId === null ? null : await findKeptFile(tx, org, pdfFileId);
  return kept?.sha256 === createHash('sha256').update(bytes).digest('hex');
}
