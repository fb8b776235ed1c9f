import { createHash } from 'node:crypto';
import { dropFile, findKeptFile, keepFile } from '#areas/files/index.ts';
import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';
import { mailPrintedInvoice } from '../mail/mail-invoice.ts';
import { findInvoice, type StoredInvoice, setInvoicePdf } from '../store/invoices.ts';
import { readPdfLayout } from './read-pdf-layout.ts';
import { drawInvoiceTask } from './tasks.ts';

/** How often a paper is drawn while payments come faster than it is drawn; then the work is tried again. */
const MOST_TRIES = 3;

/**
 * Draws an issued invoice, keeps the PDF and, for the first one, queues its mail. Of what it is made of only
 * what is paid can change: then it is drawn again, and the earlier file stays. Doing it twice leaves the
 * first PDF. An invoice that is gone or a draft is left alone.
 */
export async function storeInvoicePdf(context: ScheduledWorkContext, invoiceId: string): Promise<void> {
  const { tx, org } = context;
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const row = await findInvoice(tx, org, invoiceId);
    if (row?.finalizingStatus !== 'FINALIZED') return;
    if (await storePdfOf(context, row)) return;
  }
  throw new Error(`invoice ${invoiceId} changes faster than it is drawn`);
}

/** One that has no paper yet will be drawn as it is then. */
export async function drawInvoiceAgain(context: ScheduledWorkContext, invoiceId: string): Promise<void> {
  const row = await findInvoice(context.tx, context.org, invoiceId);
  if (row?.pdfFileId) await storeInvoicePdf(context, invoiceId);
}

async function storePdfOf(context: ScheduledWorkContext, row: StoredInvoice): Promise<boolean> {
  const { tx, org, deployment, now } = context;
  const input = { row, pdf: await readPdfLayout({ tx, org, deployment }, row) };
  const bytes = await deployment.workers.run(drawInvoiceTask, { org, input, isTimedWork: true });
  // step: a paper is drawn
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
  // step: a paper is kept
  if (!(await setInvoicePdf(tx, org, { drawn: row, fileId, now }))) {
    await dropFile({ tx, org, deployment }, fileId);
    return false;
  }
  // step: a paper is noted
  if (row.pdfFileId === null) await mailPrintedInvoice(tx, org, { ...row, pdfFileId: fileId });
  return true;
}

/** Whether the paper says the same as the one that the invoice has. */
async function isKept(
  { tx, org }: ScheduledWorkContext,
  { pdfFileId }: StoredInvoice,
  bytes: Uint8Array,
): Promise<boolean> {
  const kept = pdfFileId === null ? null : await findKeptFile(tx, org, pdfFileId);
  return kept?.sha256 === createHash('sha256').update(bytes).digest('hex');
}
