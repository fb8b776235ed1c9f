import { checkContent } from '#areas/invoice-templates/index.ts';
import { type Drawing, MAX_PREVIEW_BYTES, type PreviewOutcome } from '../tasks.ts';
import { pdfLayoutOf, printTexts } from './pdf-layout.ts';
import { PdfLimit, renderInvoicePdf } from './render-invoice-pdf.ts';

export function drawInvoice({ row, pdf }: Drawing): Promise<Uint8Array> {
  return renderInvoicePdf(row, pdf);
}

/**
 * Renders the marked document. Reports faults to the author of the template that an issued bill would only
 * leave out.
 */
export async function drawPreview(drawing: Drawing & { isContentSent: boolean }): Promise<PreviewOutcome> {
  const { row, pdf, isContentSent } = drawing;
  const { content = {} } = pdf;
  const wrong = isContentSent ? checkContent(content) : null;
  if (wrong) return wrong;
  const [fault] = printTexts(content, row, pdfLayoutOf(pdf)).faults;
  if (fault) return { at: `texts.${fault.at}`, rule: fault.rule };
  try {
    const bytes = await renderInvoicePdf(row, { ...pdf, isPreview: true });
    if (bytes.length > MAX_PREVIEW_BYTES) return { tooLarge: `the document has ${bytes.length} bytes` };
    return { base64: Buffer.from(bytes).toString('base64') };
  } catch (error) {
    if (error instanceof PdfLimit) return { tooLarge: error.message };
    throw error;
  }
}
