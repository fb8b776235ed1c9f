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
import { previewAmbiguous, previewSubject } from '../problems.ts';
import { type Reading, readDraftPdfLayout, readPdfLayout } from '../read-pdf-layout.ts';
import { readSample } from '../samples/read-sample.ts';
import { Preview, PreviewRequest } from '../schema.ts';
import type { Drawing } from '../tasks.ts';

export const previewInvoiceTemplate = longOperation({
  id: 'previewInvoiceTemplate',
  method: 'POST',
  route: '/ext/v1/invoice_templates/preview',
  scope: 'invoices:read',
  summary: 'Preview an invoice as PDF',
  description:
    'Renders an invoice, or a sample, with a stored template, with the template in the request, or with ' +
    'its own. Every page is marked as a preview, and nothing is stored.',
  isRead: true,
  request: { body: PreviewRequest },
  response: { status: 200, body: Preview },
  problems: [
    ...[invoiceNotFound, templateNotFound, templateInvalid, previewAmbiguous, previewSubject],
    ...PREVIEW_PROBLEMS,
  ],
  // A worker thread renders it, outside any transaction.
  async handleLong({ database, deployment, org }, { body }) {
    const { invoiceId, content } = body;
    checkRequest(body);
    const { row, pdf } = await database.transaction({ orgId: org.orgId, access: 'read' }, async (tx) =>
      readPreview({ tx, org, deployment, now: await readClock(tx, org) }, body),
    );
    const drawing = { row, pdf, isContentSent: content !== undefined };
    return {
      ...(invoiceId !== undefined && { invoiceId }),
      contentType: 'application/pdf',
      content: await renderPreview({ org, deployment }, drawing),
    };
  },
});

function checkRequest({ invoiceId, sample, templateId, content }: PreviewRequest): void {
  if ((invoiceId === undefined) === (sample === undefined)) throw previewSubject();
  if (content && templateId !== undefined) throw previewAmbiguous();
}

async function readPreview(
  context: Reading & { now: Temporal.Instant },
  { invoiceId: id = '', sample, templateId, content }: PreviewRequest,
): Promise<Drawing> {
  const { tx, org, now } = context;
  const given = content ?? (templateId === undefined ? null : await contentOf(context, templateId));
  if (sample) return readSample(context, { sample, content: given });
  const row = await readInvoice(tx, org, { id, now });
  if (!row) throw invoiceNotFound({ id });
  const pdf = given ? await readDraftPdfLayout(context, row, given) : await readPdfLayout(context, row);
  return { row, pdf };
}

async function contentOf({ tx, org }: Reading, id: string): Promise<TemplateContent> {
  const template = await findTemplate(tx, org, id);
  if (!template) throw templateNotFound({ id });
  return template.content;
}
