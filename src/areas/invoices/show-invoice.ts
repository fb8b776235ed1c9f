import { linkToFile } from '#areas/files/index.ts';
import type { Context } from '#platform/http/operation.ts';
import { takeTurns } from '#platform/turns.ts';
import { invoiceNotFound } from './problems.ts';
import { readInvoice } from './read-invoice.ts';
import { describeInvoice } from './rules.ts';

/** An invoice as operations answer it, with a link to its paper; fails with `invoiceNotFound`. */
export async function showInvoice(context: Context, id: string) {
  const { tx, org, now } = context;
  const row = await readInvoice(tx, org, { id, now });
  if (!row) throw invoiceNotFound({ id });
  // A draft was computed in this piece, and what is written now may be as long as it took.
  await takeTurns().giveWay();
  return await describeInvoice(row, row.pdfFileId && linkToFile(context, { id: row.pdfFileId }));
}
