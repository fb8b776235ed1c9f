import { decimal } from '#core/decimal.ts';
import type { InvoiceDocument } from '#core/invoice/index.ts';
import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';
import { adjustmentGaveBack, invoiceIsAdjusted } from '../problems.ts';
import { findLaterAdjustment } from '../store/adjustments.ts';
import type { InvoiceRow } from '../store/invoices.ts';

/**
 * Rejects voiding an invoice that a valid adjustment continues from, because the adjustment charges the
 * difference to it, or an adjustment that restored credits, which may be spent by now. Ignores invoices
 * voided `together` with this one in one composite. Raises `invoiceIsAdjusted` and `adjustmentGaveBack`.
 */
export async function rejectAdjusted(
  { tx, org }: Pick<ScheduledWorkContext, 'tx' | 'org'>,
  invoice: Pick<InvoiceRow, 'id' | 'metadata' | 'document'>,
  together: string | null = null,
): Promise<void> {
  const { id, metadata, document } = invoice;
  const adjustedBy = await findLaterAdjustment(tx, org, { id, metadata, together });
  if (adjustedBy !== null) throw invoiceIsAdjusted({ id, adjustedBy });
  if (!('adjusts' in metadata)) return;
  const { creditUses = [] } = JSON.parse(document) as InvoiceDocument;
  if (creditUses.some(({ amount }) => decimal(amount).isNegative())) throw adjustmentGaveBack({ id });
}
