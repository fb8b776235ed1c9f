import { linkToFile } from '#areas/files/index.ts';
import type { Context } from '#platform/http/operation.ts';
import { startTurns } from '#platform/turns.ts';
import { invoiceNotFound } from '../problems.ts';
import { describeInvoice } from '../rules.ts';
import { readInvoice } from './read-invoice.ts';

/** Returns an invoice as operations respond with it, with a PDF link; raises `invoiceNotFound`. */
export async function showInvoice(context: Context, id: string) {
  const { tx, org, now } = context;
  const row = await readInvoice(tx, org, { id, now });
  if (!row) throw invoiceNotFound({ id });
  // This turn may have computed a draft, and the serialization may take as long.
  await startTurns().yieldLoop();
  return await describeInvoice(row, row.pdfFileId && linkToFile(context, { id: row.pdfFileId }));
}
