import { type PrintableRow, printInvoice } from './printed-invoice.ts';
import { setHeader } from './set-header.ts';
import { setLines } from './set-lines.ts';
import { setPageMarks } from './set-page-marks.ts';
import { openSheet } from './sheet.ts';

/**
 * An invoice as PDF. Every byte follows from the row, so a document that was lost is made again as it was.
 */
export async function renderInvoicePdf(
  row: PrintableRow,
  options: { isSandbox: boolean },
): Promise<Uint8Array> {
  const invoice = printInvoice(row, options);
  const sheet = await openSheet({
    title: `${invoice.title} ${invoice.reference}`,
    author: invoice.seller.name,
    createdAt: row.invoiceDate,
  });
  setHeader(sheet, invoice);
  setLines(sheet, invoice);
  setPageMarks(sheet, invoice);
  return sheet.finish();
}
