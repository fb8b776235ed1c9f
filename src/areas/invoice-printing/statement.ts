import { findInvoice, type StoredInvoice } from '#areas/invoices/index.ts';
import type { Deployment } from '#platform/deployment.ts';
import type { Org } from '#platform/http/operation.ts';
import { WORKER_PROBLEMS } from '#platform/workers/pool.ts';
import { TaskKilled } from '#platform/workers/thread.ts';
import { previewTooLarge } from './problems.ts';
import { type Reading, readPdfLayout } from './read-pdf-layout.ts';
import { type Drawing, drawStatementTask, MAX_PREVIEW_BYTES, type StatementDrawing } from './tasks.ts';

export const STATEMENT_PROBLEMS = [previewTooLarge, ...WORKER_PROBLEMS];

/** The invoice whose seller, buyer, layout and language a statement has. */
export async function readForStatement(context: Reading, invoiceId: string): Promise<Drawing> {
  const row = (await findInvoice(context.tx, context.org, invoiceId)) as StoredInvoice;
  return { row, pdf: await readPdfLayout(context, row) };
}

/** Returns the document in base64. */
export async function renderStatement(
  { org, deployment }: { org: Org; deployment: Deployment },
  input: StatementDrawing,
): Promise<string> {
  const bytes = await deployment.workers.run(drawStatementTask, { org, input }).catch((error) => {
    throw error instanceof TaskKilled ? previewTooLarge({ reason: error.message }) : error;
  });
  if (bytes.length > MAX_PREVIEW_BYTES)
    throw previewTooLarge({ reason: `the document has ${bytes.length} bytes` });
  return Buffer.from(bytes).toString('base64');
}
