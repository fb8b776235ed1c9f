import { INVOICES_OF_ENTRIES } from '#areas/jobs/index.ts';
import { portHandler } from '#platform/ports.ts';
import { listInvoicesById } from '../store/invoices.ts';
import { readEach } from '../views/read-invoice.ts';

/** Returns to the jobs area the invoice of each bill run entry; a draft is recomputed first. */
export const invoicesOfEntries = portHandler(INVOICES_OF_ENTRIES, async (tx, org, ids) => {
  const rows = await listInvoicesById(tx, org, ids);
  const read = await readEach(
    tx,
    org,
    rows.map((row) => ({ row, now: row.generatedAt })),
  );
  const byId = new Map(read.map((row) => [row.id, row]));
  return ids.map((id) => {
    const row = byId.get(id);
    if (!row) return null;
    const { customerId, accountId, totalAmount: amount, currency } = row;
    return { customerId, accountId, amount, currency };
  });
});
