import {
  checkContent,
  findTemplate,
  type TemplateContent,
  templateInvalid,
  templateNotFound,
} from '#areas/invoice-templates/index.ts';
import type { Tx } from '#platform/db/database.ts';
import { type Org, operation } from '#platform/http/operation.ts';
import { invoiceNotFound, previewAmbiguous, previewTooLarge } from '../problems.ts';
import { readInvoice } from '../read-invoice.ts';
import { paperOf, printTexts } from '../render-invoice-pdf/paper.ts';
import { Preview, PreviewRequest } from '../render-invoice-pdf/preview-schema.ts';
import { readDraftPaper, readPaper } from '../render-invoice-pdf/read-paper.ts';
import { PdfLimit, type RenderOptions, renderInvoicePdf } from '../render-invoice-pdf/render-invoice-pdf.ts';
import type { StoredInvoice } from '../store/invoices.ts';

export const previewInvoiceTemplate = operation({
  id: 'previewInvoiceTemplate',
  method: 'POST',
  route: '/ext/v1/invoice_templates/preview',
  scope: 'invoices:read',
  summary: 'Preview an invoice on paper',
  description:
    'The invoice in a stored template, in one that is sent, or in its own. Marked on every page; nothing is stored.',
  isRead: true,
  request: { body: PreviewRequest },
  response: { status: 200, body: Preview },
  problems: [invoiceNotFound, templateNotFound, templateInvalid, previewAmbiguous, previewTooLarge],
  async handle(context, { body }) {
    const { tx, org, now } = context;
    const { invoiceId, templateId } = body;
    if (body.content && templateId !== undefined) throw previewAmbiguous();
    const row = await readInvoice(tx, org, { id: invoiceId, now });
    if (!row) throw invoiceNotFound({ id: invoiceId });
    const given = body.content ?? (templateId === undefined ? null : await contentOf(tx, org, templateId));
    const fault = given && checkContent(given);
    if (fault) throw templateInvalid(fault);
    const paper = given ? await readDraftPaper(context, row, given) : await readPaper(context, row);
    requireTexts(row, paper);
    const bytes = await renderPreview(row, paper);
    return { invoiceId, contentType: 'application/pdf', content: Buffer.from(bytes).toString('base64') };
  },
});

async function contentOf(tx: Tx, org: Org, id: string): Promise<TemplateContent> {
  const template = await findTemplate(tx, org, id);
  if (!template) throw templateNotFound({ id });
  return template.content;
}

/** What would only be left out of a bill is said to the author of the template. */
function requireTexts(row: StoredInvoice, paper: RenderOptions): void {
  const [fault] = printTexts(paper.content ?? {}, row, paperOf(paper)).faults;
  if (fault) throw templateInvalid({ at: `texts.${fault.at}`, rule: fault.rule });
}

async function renderPreview(row: StoredInvoice, paper: RenderOptions): Promise<Uint8Array> {
  try {
    return await renderInvoicePdf(row, { ...paper, isPreview: true });
  } catch (error) {
    throw error instanceof PdfLimit ? previewTooLarge({ reason: error.message }) : error;
  }
}
