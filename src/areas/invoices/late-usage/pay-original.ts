import { isUsable, lockWallet } from '#areas/wallets/index.ts';
import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';
import { netOff } from '../payments/net-off.ts';
import { findInvoice, type InvoiceRow, type StoredInvoice } from '../store/invoices.ts';

/** Pays what is still owed on a locked invoice from the wallet credit of its credit note. */
export async function payOriginal(
  context: ScheduledWorkContext,
  { original: { id, accountId, mergedInto }, note }: { original: InvoiceRow; note: StoredInvoice | null },
): Promise<void> {
  const { tx, org, now } = context;
  // Only the amount that went to the wallet, not what the organization refunds itself or a part of a group's
  // invoice.
  if (mergedInto !== null || !note?.totalAmount.isNegative()) return;
  if (note.mergedInto !== null || 'refundDue' in note.metadata) return;
  const [wallet, invoice] = [await lockWallet(tx, org, accountId), await findInvoice(tx, org, id)];
  if (!wallet || !invoice || !isUsable(wallet, now)) return;
  await netOff(context, { invoice, wallet, max: note.totalAmount.negated() });
}
