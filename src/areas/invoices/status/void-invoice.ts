import { restoreCredits } from '#areas/credits/index.ts';
import { releaseHold } from '#areas/wallets/index.ts';
import { cancelScheduledWork } from '#platform/db/scheduled-work.ts';
import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';
import { noteWaiver } from '../finalization/note-effects.ts';
import { withdrawSettlements } from '../give-backs/withdraw-settlements.ts';
import { isAdjustment } from '../late-usage/is-adjustment.ts';
import { rejectAdjusted } from '../late-usage/reject-adjusted.ts';
import { CLOSE_CYCLE } from '../lifecycle/planned-work.ts';
import { refreshAccountDrafts } from '../lifecycle/refresh-account.ts';
import { setStatus } from '../store/changes.ts';
import { withdrawGiveBacks } from '../store/give-backs.ts';
import { isOfAccount, type StoredInvoice } from '../store/invoices.ts';

/**
 * Voids an invoice that the caller has locked together with its account: an issued one keeps its number and
 * restores the credits that it took, a draft releases its holds, and its cycle is closed without a bill.
 */
export async function voidInvoice(context: ScheduledWorkContext, invoice: StoredInvoice): Promise<void> {
  const { tx, org, now } = context;
  const { id, accountId, status, totalAmount } = invoice;
  noteWaiver(tx, invoice, { action: 'VOID_INVOICE', amount: totalAmount });
  if (isOfAccount(invoice)) await rejectAdjusted(context, invoice);
  if (isOfAccount(invoice) && status !== 'DRAFT') await withdrawSettlements(context, invoice);
  if (isAdjustment(invoice)) await withdrawGiveBacks(tx, org, { of: { noteId: id }, now });
  await setStatus(tx, org, { id, status: 'VOID', from: status, now });
  // Restores everything: no document continues from it, so none has restored a part.
  if (status !== 'DRAFT') return restoreCredits(context, { invoiceId: id });
  // It took them when it was created, and waited for its registration.
  if (isAdjustment(invoice)) await restoreCredits(context, { invoiceId: id });
  await cancelScheduledWork(tx, org, { kind: CLOSE_CYCLE, key: id });
  if (accountId !== null) await refreshAccountDrafts(context, accountId);
  // Locks the wallet after the credits, in the common lock order.
  await releaseHold(context, id);
}
