import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { computeDraft } from './lifecycle/compute-draft.ts';
import { computedColumns } from './lifecycle/computed-columns.ts';
import { readDraftPool } from './lifecycle/draft-credits.ts';
import { findInvoice, type InvoiceRow } from './store/invoices.ts';

/**
 * An invoice as a reader is to see it: issued ones as they are stored, the draft of a running cycle computed
 * anew at `now`. Writes nothing.
 */
export async function readInvoice(
  tx: Tx,
  org: Org,
  asked: { id: string; now: Temporal.Instant },
): Promise<InvoiceRow | null> {
  const row = await findInvoice(tx, org, asked.id);
  if (row?.status !== 'DRAFT') return row;
  const computed = await computeDraft(tx, org, row, await readDraftPool(tx, org, row));
  return computed ? { ...row, ...computedColumns(computed), generatedAt: asked.now } : row;
}
