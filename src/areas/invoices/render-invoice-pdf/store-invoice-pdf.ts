import { keepFile } from '#areas/files/index.ts';
import type { DueWorkContext } from '#platform/jobs/due-work.ts';
import { mailPrintedInvoice } from '../mail/mail-invoice.ts';
import { findInvoice, setInvoicePdf } from '../store/invoices.ts';
import { readPaper } from './read-paper.ts';
import { renderInvoicePdf } from './render-invoice-pdf.ts';

/**
 * Renders an issued invoice, keeps the PDF and queues its mail; the row it is made from cannot change any
 * more. Done once: a second call leaves the first PDF. An invoice that is gone or a draft is left alone.
 */
export async function storeInvoicePdf(context: DueWorkContext, invoiceId: string): Promise<void> {
  const { tx, org, deployment, now } = context;
  const row = await findInvoice(tx, org, invoiceId);
  if (row?.finalizingStatus !== 'FINALIZED' || row.pdfFileId !== null) return;
  const bytes = await renderInvoicePdf(row, await readPaper({ tx, org, deployment }, row));
  // step: a paper is drawn
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
  await setInvoicePdf(tx, org, { id: row.id, fileId, now });
  // step: a paper is noted
  await mailPrintedInvoice(tx, org, { ...row, pdfFileId: fileId });
}
