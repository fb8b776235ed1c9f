import type { Context } from '#platform/http/operation.ts';
import { addMetadata } from '../store/changes.ts';
import { findInvoice } from '../store/invoices.ts';

/**
 * Marks a paid invoice whose items were not granted, so that an operator refunds it. Skips one that is
 * already refunded.
 */
export async function flagRefund(
  { tx, org, now }: Pick<Context, 'tx' | 'org' | 'now'>,
  { invoiceId, reason }: { invoiceId: string; reason: string },
): Promise<void> {
  if ((await findInvoice(tx, org, invoiceId))?.status === 'REFUND_COMPLETED') return;
  await addMetadata(tx, org, { id: invoiceId, metadata: { refundDue: reason }, now });
}
