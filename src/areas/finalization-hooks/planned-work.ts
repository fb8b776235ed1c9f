import type { Tx } from '#platform/db/database.ts';
import { planManyScheduledWork } from '#platform/db/scheduled-work.ts';
import type { Org } from '#platform/http/operation.ts';

/** A finalization may continue: a hook has responded or was deleted. Payload `{ invoiceId }`. */
export const FINALIZE_INVOICE = 'invoices.finalize';

/** After the cycles of the instant have closed, and before the next ones open. */
const RANK = 25;

export function planFinalizing(
  { tx, org, now }: { tx: Tx; org: Org; now: Temporal.Instant },
  invoiceIds: readonly string[],
): Promise<void> {
  const pieces = invoiceIds.map((invoiceId) => ({ key: invoiceId, payload: { invoiceId } }));
  return planManyScheduledWork(tx, org, { kind: FINALIZE_INVOICE, dueAt: now, rank: RANK, pieces, now });
}
