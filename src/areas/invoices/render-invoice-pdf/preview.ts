import { templateInvalid } from '#areas/invoice-templates/index.ts';
import { previewsBusy, previewTooLarge } from '../problems.ts';
import { paperOf, printTexts } from './paper.ts';
import type { PrintableRow } from './printed-invoice.ts';
import { PdfLimit, type RenderOptions, renderInvoicePdf } from './render-invoice-pdf.ts';

/** What `renderPreview` raises beside `templateInvalid`. */
export const PREVIEW_PROBLEMS = [previewTooLarge, previewsBusy];

/** Documents are drawn one at a time: bills do not wait behind more previews than these. */
const MOST_WAITING = 8;
let waiting = 0;

/** The marked document. What would only be left out of a bill is said to the author of the template. */
export async function renderPreview(row: PrintableRow, paper: RenderOptions): Promise<Uint8Array> {
  const [fault] = printTexts(paper.content ?? {}, row, paperOf(paper)).faults;
  if (fault) throw templateInvalid({ at: `texts.${fault.at}`, rule: fault.rule });
  if (waiting >= MOST_WAITING) throw previewsBusy();
  waiting++;
  try {
    return await renderInvoicePdf(row, { ...paper, isPreview: true });
  } catch (error) {
    throw error instanceof PdfLimit ? previewTooLarge({ reason: error.message }) : error;
  } finally {
    waiting--;
  }
}
