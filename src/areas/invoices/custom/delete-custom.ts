import { lockAccount } from '#areas/accounts/index.ts';
import { releaseHold } from '#areas/wallets/index.ts';
import { cancelScheduledWork } from '#platform/db/scheduled-work.ts';
import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';
import { rejectFinalizing } from '../finalization/reject-finalizing.ts';
import { isAdjustment } from '../late-usage/is-adjustment.ts';
import { CLOSE_CYCLE } from '../lifecycle/planned-work.ts';
import { refreshAccountDrafts } from '../lifecycle/refresh-account.ts';
import { invoiceNotDeletable, invoiceNotFound } from '../problems.ts';
import { findInvoice } from '../store/invoices.ts';
import { deleteDraft, lockBill, lockDrafts } from '../store/lifecycle.ts';

/**
 * Deletes a manual draft, which was never sent, and releases its held credits. Raises `invoiceNotFound`,
 * `invoiceFinalizing` and `invoiceNotDeletable`.
 */
export async function deleteCustom(context: ScheduledWorkContext, id: string): Promise<void> {
  const { tx, org } = context;
  const found = await findInvoice(tx, org, id);
  if (!found) throw invoiceNotFound({ id });
  const { accountId } = found;
  if (accountId !== null) {
    await lockAccount(tx, org, accountId);
    await lockDrafts(tx, org, accountId);
  }
  const invoice = (await lockBill(tx, org, id)) ?? found;
  rejectFinalizing(invoice);
  const isManual = invoice.invoiceType === 'CUSTOM' && !isAdjustment(invoice);
  if (!isManual || invoice.status !== 'DRAFT') throw invoiceNotDeletable(invoice);
  await cancelScheduledWork(tx, org, { kind: CLOSE_CYCLE, key: id });
  await deleteDraft(tx, org, id);
  if (accountId !== null) await refreshAccountDrafts(context, accountId);
  // Locks the wallet after the credits, in the common lock order.
  await releaseHold(context, id);
}
