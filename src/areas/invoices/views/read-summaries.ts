import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { type InvoiceSummaryRow, listInvoicesById } from '../store/invoices.ts';
import { readEach } from './read-invoice.ts';

/**
 * Returns a page of invoices as GET by id shows them: recomputes drafts and returns the others as stored.
 * The cost depends on the drafts of the page only (0098). Writes nothing.
 */
export async function readSummaries<Row extends InvoiceSummaryRow>(
  tx: Tx,
  org: Org,
  { rows, now }: { rows: readonly Row[]; now: Temporal.Instant },
): Promise<Row[]> {
  const running = rows.filter(({ status, finalizingStatus }) => status === 'DRAFT' && !finalizingStatus);
  if (running.length === 0) return [...rows];
  const ids = running.map(({ id }) => id);
  const drafts = await listInvoicesById(tx, org, ids);
  const read = await readEach(
    tx,
    org,
    drafts.map((row) => ({ row, now })),
  );
  const byId = new Map(read.map((draft) => [draft.id, draft]));
  return rows.map((row) => ({ ...row, ...byId.get(row.id) }));
}
