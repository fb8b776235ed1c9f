import { lockAccount } from '#areas/accounts/index.ts';
import { awaitRunningIngestions } from '#platform/db/due-work.ts';
import type { DueWorkContext } from '#platform/jobs/due-work.ts';
import { endOrder } from '../orders/settle-order.ts';
import { payOutstanding } from '../payments/pay-outstanding.ts';
import { endRefund, startRefund } from '../payments/refund-invoice.ts';
import { changeRefused, invoiceNotFound } from '../problems.ts';
import { setStatus } from '../store/changes.ts';
import { findInvoice, type InvoiceRow } from '../store/invoices.ts';
import { lockDrafts, lockInvoice } from '../store/lifecycle.ts';
import { changeAdvance } from './change-advance.ts';
import { changeComposite } from './change-composite.ts';
import { type AskedStatus, decideMove, type InvoiceChange, type StatusMove } from './decide-move.ts';
import { issueDraft } from './issue-draft.ts';
import { voidInvoice } from './void-invoice.ts';

/**
 * Changes an invoice under the lock on its account and on its own row: of two callers who ask for the same,
 * the second finds it done. Raises `invoiceNotFound`, and what says why a change is refused.
 */
export async function changeInvoice(context: DueWorkContext, change: InvoiceChange): Promise<void> {
  const { tx, org } = context;
  const found = await findInvoice(tx, org, change.id);
  if (!found) throw invoiceNotFound({ id: change.id });
  if (change.others?.length) throw changeRefused({ members: [...change.others] });
  if (found.accountId === null) return changeComposite(context, change);
  const isDraft = found.status === 'DRAFT';
  // Before any lock: an ingestion that is waited for here must not wait for us.
  if (isDraft && change.status === 'DUE') await awaitRunningIngestions(tx, org);
  await lockAccount(tx, org, found.accountId);
  // All drafts of the account, in the order in which everybody locks them: they share its credits.
  if (isDraft) await lockDrafts(tx, org, found.accountId);
  const invoice = await lockInvoice(tx, org, change.id);
  if (!invoice) throw invoiceNotFound({ id: change.id });
  const changed = await changeAdvance(context, invoice, change.autoAdvance);
  if (change.status === undefined) return;
  const decided = decideMove(changed, change.status, context.now);
  await move(context, changed, { to: change.status, move: decided, by: change.by });
}

async function move(
  context: DueWorkContext,
  invoice: InvoiceRow,
  decided: { to: AskedStatus; move: StatusMove; by: string },
): Promise<void> {
  const { tx, org, now } = context;
  switch (decided.move) {
    case 'STAY':
      return;
    case 'ISSUE':
      return issueDraft(context, invoice);
    case 'PAY':
      await payOutstanding(context, invoice, { account: { id: invoice.accountId }, by: decided.by });
      return;
    case 'START_REFUND':
      return startRefund(context, invoice);
    case 'END_REFUND':
      return endRefund(context, invoice);
    case 'END_ORDER':
      return endOrder(context, {
        order: invoice,
        outcome: decided.to === 'VOID' ? 'VOID' : 'UN_COLLECTIBLE',
      });
    case 'VOID':
      return voidInvoice(context, invoice);
    case 'GIVE_UP':
      return setStatus(tx, org, { id: invoice.id, status: 'UN_COLLECTIBLE', now });
    default:
      return decided.move satisfies never;
  }
}
