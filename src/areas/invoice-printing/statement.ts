import type { Language, TemplateContent } from '#areas/invoice-templates/index.ts';
import { findInvoice, type StoredInvoice } from '#areas/invoices/index.ts';
import type { Deployment } from '#platform/deployment.ts';
import type { Org } from '#platform/http/operation.ts';
import { WORKER_PROBLEMS } from '#platform/workers/pool.ts';
import { TaskKilled } from '#platform/workers/thread.ts';
import type { RenderOptions } from './pdf/render-invoice-pdf.ts';
import { previewTooLarge } from './problems.ts';
import { type Reading, readPdfLayout } from './read-pdf-layout.ts';
import { type Drawing, drawStatementTask, MAX_PREVIEW_BYTES, type StatementDrawing } from './tasks.ts';

export const STATEMENT_PROBLEMS = [previewTooLarge, ...WORKER_PROBLEMS];

/** The invoice whose seller, buyer and layout a statement has, and by default its language. */
export async function readForStatement(
  context: Reading,
  { invoiceId, language }: { invoiceId: string; language: Language | undefined },
): Promise<Drawing & { language: Language }> {
  const row = (await findInvoice(context.tx, context.org, invoiceId)) as StoredInvoice;
  const pdf = await readPdfLayout(context, row);
  const own = pdf.content?.language ?? 'en';
  return { row, pdf: inLanguage(pdf, language ?? own), language: language ?? own };
}

/** Labels that a template replaces are in the language of the template. */
function inLanguage(pdf: RenderOptions, language: Language): RenderOptions {
  if ((pdf.content?.language ?? 'en') === language) return pdf;
  const { labels: _, ...content }: TemplateContent = pdf.content ?? {};
  return { ...pdf, content: { ...content, language } };
}

export async function renderStatement(
  { org, deployment }: { org: Org; deployment: Deployment },
  input: StatementDrawing,
): Promise<Uint8Array> {
  const bytes = await deployment.workers.run(drawStatementTask, { org, input }).catch((error) => {
    throw error instanceof TaskKilled ? previewTooLarge({ reason: error.message }) : error;
  });
  if (bytes.length > MAX_PREVIEW_BYTES)
    throw previewTooLarge({ reason: `the document has ${bytes.length} bytes` });
  return bytes;
}
