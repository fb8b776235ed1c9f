import type { Context } from '#platform/http/operation.ts';
import { addMetadata } from '../store/changes.ts';
import { findInvoice } from '../store/invoices.ts';

/**
 * Says on a paid invoice that what it is for was not given, so that an operator gives the money back. One
 * whose money was given back already stays as it is.
 */
export async function flagRefund(
  { tx, org, now }: Pick<Context, 'tx' | 'org' | 'now'>,
  { invoiceId, reason }: { invoiceId: string; reason: string },
): Promise<void> {
  if ((await findInvoice(tx, org, invoiceId))?.status === 'REFUND_COMPLETED') return;
  await addMetadata(tx, org, { id: invoiceId, metadata: { refundDue: reason }, now });
}
