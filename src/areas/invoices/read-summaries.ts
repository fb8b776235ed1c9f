import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { readEach } from './read-invoice.ts';
import { type InvoiceSummaryRow, listInvoicesById } from './store/invoices.ts';

/**
 * A page of invoices as their GET by id shows them: drafts are computed anew, the others are as they are
 * stored. It costs as much as the page has drafts, however many there are beside it (0098). Writes nothing.
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
