import { lockAccount } from '#areas/accounts/index.ts';
import { lockGroupOfComposites } from '#areas/invoice-groups/index.ts';
import { publishEvent } from '#areas/webhooks/index.ts';
import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';
import { addMetadata, setStatus } from '../store/changes.ts';
import { lockComposite } from '../store/composites.ts';
import { findInvoice, type StoredInvoice } from '../store/invoices.ts';
import { lockBill } from '../store/lifecycle.ts';
import { outstandingOf } from './allocate.ts';
import { isNoteRefund } from './refund-note.ts';
import { putUnusedBack } from './refund-topup.ts';

/** A refund that the provider rejected. */
export interface RejectedRefund {
  paymentId: string;
  /** As text. */
  amount: string;
  reason: string | null;
}

/**
 * Applies the provider's rejection of a refund. If nothing was refunded, the invoice returns to its status
 * before the refund, and the wallet gets back its contribution. If `isPartDone`, another part was refunded:
 * the refund continues, and the metadata list the rejected part for a manual refund; credit notes always do
 * this. Ignores an invoice that is not being refunded.
 */
export async function rejectRefund(
  context: ScheduledWorkContext,
  {
    invoiceId: id,
    rejected,
    isPartDone,
  }: { invoiceId: string; rejected: readonly RejectedRefund[]; isPartDone: boolean },
): Promise<void> {
  const { tx, org, now } = context;
  publishEvent(tx, org, { type: 'invoice.refund_failed', id, now });
  const invoice = await lockRefunded(context, id);
  if (invoice?.status !== 'REFUND_INITIATED') return;
  if (isPartDone || isNoteRefund(invoice)) {
    const { manualRefunds } = invoice.metadata;
    const before = (Array.isArray(manualRefunds) ? manualRefunds : []) as Partial<RejectedRefund>[];
    const isNew = ({ paymentId }: RejectedRefund) => before.every((each) => each.paymentId !== paymentId);
    const metadata = { manualRefunds: [...before, ...rejected.filter(isNew)] };
    return addMetadata(tx, org, { id, metadata, now });
  }
  await putUnusedBack(context, invoice);
  const reasons = rejected.flatMap(({ reason }) => reason ?? []);
  await addMetadata(tx, org, { id, metadata: { refundRefused: [...new Set(reasons)].join('; ') }, now });
  const status = outstandingOf(invoice).isZero() ? 'PAID' : 'PARTIALLY_PAID';
  await setStatus(tx, org, { id, status, isBack: true, now });
}

async function lockRefunded({ tx, org }: ScheduledWorkContext, id: string): Promise<StoredInvoice | null> {
  const found = await findInvoice(tx, org, id);
  if (!found) return null;
  if (found.accountId !== null) await lockAccount(tx, org, found.accountId);
  if (found.invoiceType !== 'COMPOSITE') return lockBill(tx, org, id);
  await lockGroupOfComposites(tx, org, found.groupId ?? '');
  return lockComposite(tx, org, id);
}
