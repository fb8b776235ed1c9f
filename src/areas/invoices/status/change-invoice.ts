import { lockAccount } from '#areas/accounts/index.ts';
import { awaitRunningIngestions } from '#platform/db/scheduled-work.ts';
import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';
import { editCustom } from '../custom/edit-custom.ts';
import { noteWaiver } from '../finalization/note-effects.ts';
import { rejectFinalizing } from '../finalization/reject-finalizing.ts';
import { endOrder } from '../orders/settle-order.ts';
import { outstandingOf } from '../payments/allocate.ts';
import { payByHand } from '../payments/pay-by-hand.ts';
import { endRefund, startRefund } from '../payments/refund-invoice.ts';
import { invoiceNotFound } from '../problems.ts';
import { setStatus } from '../store/changes.ts';
import { findInvoice, type InvoiceRow, isOfAccount, type StoredInvoice } from '../store/invoices.ts';
import { lockBill, lockDrafts } from '../store/lifecycle.ts';
import { changeAdvance } from './change-advance.ts';
import { changeComposite } from './change-composite.ts';
import { decideMove, type InvoiceChange, type RequestedStatus, type StatusMove } from './decide-move.ts';
import { issueDraft } from './issue-draft.ts';
import { voidInvoice } from './void-invoice.ts';

/**
 * Changes an invoice under the locks on its account and its row, so that the second of two equal requests
 * finds it done. Raises `invoiceNotFound`, and the problem if the change is rejected.
 */
export async function changeInvoice(context: ScheduledWorkContext, change: InvoiceChange): Promise<void> {
  const { tx, org } = context;
  const found = await findInvoice(tx, org, change.id);
  if (!found) throw invoiceNotFound({ id: change.id });
  if (found.invoiceType === 'COMPOSITE') return changeComposite(context, change);
  const { accountId } = found;
  const isDraft = found.status === 'DRAFT';
  // Before any lock, because a running ingestion must not wait for our locks.
  if (isDraft && change.status === 'DUE') await awaitRunningIngestions(tx, org);
  if (accountId !== null) await lockAccount(tx, org, accountId);
  // Locks all drafts of the account in the common order, because they share its credits.
  if (isDraft && accountId !== null) await lockDrafts(tx, org, accountId);
  const invoice = await lockBill(tx, org, change.id);
  if (!invoice) throw invoiceNotFound({ id: change.id });
  rejectFinalizing(invoice);
  const edited = await editCustom(context, invoice, change.edits ?? {});
  const changed = await changeAdvance(context, edited, change.autoAdvance);
  if (change.status === undefined) return;
  const decided = decideMove(changed, change.status, context.now);
  const { status: to, by, refundReason } = change;
  await move(context, changed, { to, move: decided, by, refundReason });
}

async function move(
  context: ScheduledWorkContext,
  invoice: StoredInvoice,
  decided: { to: RequestedStatus; move: StatusMove } & Pick<InvoiceChange, 'by' | 'refundReason'>,
): Promise<void> {
  const { tx, org, now } = context;
  switch (decided.move) {
    case 'STAY':
      return;
    case 'ISSUE':
      return issueDraft(context, invoice);
    case 'PAY':
      return payByHand(context, invoice, decided.by);
    case 'START_REFUND':
      return startRefund(context, invoice, decided.refundReason);
    case 'END_REFUND':
      return endRefund(context, invoice);
    case 'END_ORDER':
      return endOrder(context, {
        order: orderOf(invoice),
        outcome: decided.to === 'VOID' ? 'VOID' : 'UN_COLLECTIBLE',
      });
    case 'VOID':
      return voidInvoice(context, invoice);
    case 'GIVE_UP':
      noteWaiver(tx, invoice, { action: 'WRITE_OFF', amount: outstandingOf(invoice) });
      return setStatus(tx, org, {
        ...{ id: invoice.id, status: 'UN_COLLECTIBLE', from: invoice.status, now },
      });
    default:
      return decided.move satisfies never;
  }
}

/** Groups have no orders. */
function orderOf(invoice: StoredInvoice): InvoiceRow {
  if (!isOfAccount(invoice)) throw new Error(`order ${invoice.id} has no account`);
  return invoice;
}
