import {
  findTemplate,
  type TemplateContent,
  templateInvalid,
  templateNotFound,
} from '#areas/invoice-templates/index.ts';
import { invoiceNotFound, readInvoice } from '#areas/invoices/index.ts';
import { readClock } from '#platform/db/clock.ts';
import { longOperation } from '#platform/http/operation.ts';
import { PREVIEW_PROBLEMS, renderPreview } from '../preview.ts';
import { previewAmbiguous } from '../problems.ts';
import { type Reading, readDraftPdfLayout, readPdfLayout } from '../read-pdf-layout.ts';
import { Preview, PreviewRequest } from '../schema.ts';

export const previewInvoiceTemplate = longOperation({
  id: 'previewInvoiceTemplate',
  method: 'POST',
  route: '/ext/v1/invoice_templates/preview',
  scope: 'invoices:read',
  summary: 'Preview an invoice as PDF',
  description:
    'Renders the invoice with a stored template, with the template in the request, or with its own. Every ' +
    'page is marked as a preview, and nothing is stored.',
  isRead: true,
  request: { body: PreviewRequest },
  response: { status: 200, body: Preview },
  problems: [invoiceNotFound, templateNotFound, templateInvalid, previewAmbiguous, ...PREVIEW_PROBLEMS],
  // A worker thread renders it, outside any transaction.
  async handleLong({ database, deployment, org }, { body }) {
    const { invoiceId, templateId, content } = body;
    if (content && templateId !== undefined) throw previewAmbiguous();
    const { row, pdf } = await database.transaction({ orgId: org.orgId, access: 'read' }, async (tx) => {
      const row = await readInvoice(tx, org, { id: invoiceId, now: await readClock(tx, org) });
      if (!row) throw invoiceNotFound({ id: invoiceId });
      const context = { tx, org, deployment };
      const given = content ?? (templateId === undefined ? null : await contentOf(context, templateId));
      const pdf = given ? await readDraftPdfLayout(context, row, given) : await readPdfLayout(context, row);
      return { row, pdf };
    });
    const drawing = { row, pdf, isContentSent: content !== undefined };
    return {
      invoiceId,
      contentType: 'application/pdf',
      content: await renderPreview({ org, deployment }, drawing),
    };
  },
});

async function contentOf({ tx, org }: Reading, id: string): Promise<TemplateContent> {
  const template = await findTemplate(tx, org, id);
  if (!template) throw templateNotFound({ id });
  return template.content;
}
