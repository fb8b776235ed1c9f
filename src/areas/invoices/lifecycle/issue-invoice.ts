import { releaseHold } from '#areas/wallets/index.ts';
import type { Decimal } from '#core/decimal.ts';
import { checkInvoiceTree, linesOf } from '#core/invoice/index.ts';
import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';
import { mergeIntoComposite } from '../composites/merge-invoice.ts';
import { planOverdue } from '../events/publish-overdue.ts';
import { holdBack, isHeldBack, keepApprovedTotal } from '../finalization/approved-total.ts';
import { leaveWindow } from '../finalization/leave-window.ts';
import { type Passing, passHooks } from '../finalization/pass-hooks.ts';
import { planCollection } from '../payments/plan-collection.ts';
import { lockWalletOfIssued, settleIssued } from '../payments/settle-issued.ts';
import { planLateSettlement } from '../settlement/planned-work.ts';
import { isOfAccount, type StoredInvoice } from '../store/invoices.ts';
import { type ComputedColumns, deleteDraft, finalizeInvoice, updateDraft } from '../store/lifecycle.ts';
import { closeUnnumbered, isUnnumbered } from './close-unnumbered.ts';
import type { ComputedInvoice } from './compute-document.ts';
import { computedColumns } from './computed-columns.ts';
import { consumeInvoiceCredits } from './consume-credits.ts';
import { dueDateOf, nextDay } from './invoice-dates.ts';
import { planClosing, planPdf } from './planned-work.ts';
import { requireSeller } from './require-seller.ts';
import { takeInvoiceNumber } from './take-number.ts';

/**
 * Turns a draft into an immutable document dated `now`. A draft that cannot be priced stays a draft, says so
 * in `info`, and is retried the next day, so that no invoice is incomplete and none is forgotten. A document
 * whose sums are inconsistent is a fault of this program: nothing is stored, and the operator sees the
 * failing work. A bill without lines is not issued (`money-platform.md` 10.6); that of an account in a group
 * becomes part of the group's. The account's wallet pays what it can. If hooks must respond first, the
 * invoice stays a draft until they have.
 */
export async function issueInvoice(
  context: ScheduledWorkContext,
  invoice: StoredInvoice,
  requested: Passing,
): Promise<void> {
  const issued = { ...requested, computed: await requireSeller(context.tx, context.org, requested.computed) };
  if (issued.computed.isIncomplete) return postpone(context, invoice, issued);
  // step: a draft is computed
  checkTree(invoice, issued);
  if (isBlank(issued.computed)) return issuePassed(context, invoice, issued);
  if (await isUnnumbered(context, invoice, issued)) return issuePassed(context, invoice, issued);
  const { totalAmount, inputs } = issued.computed;
  const total = { totalAmount, currency: inputs.currency };
  if (await isHeldBack(context, invoice, total)) return holdBack(context, invoice);
  const passed = await passHooks(context, invoice, issued);
  if (!passed) return keepApprovedTotal(context, invoice, total);
  if (passed.computed.isIncomplete) return postpone(context, invoice, passed);
  if (passed !== issued) checkTree(invoice, passed);
  await issuePassed(context, invoice, passed);
}

function checkTree({ id }: StoredInvoice, { computed: { document } }: Passing): void {
  const violations = checkInvoiceTree(document);
  if (violations.length > 0) throw new Error(`invoice ${id}: ${violations.join(' ')}`);
}

async function issuePassed(
  context: ScheduledWorkContext,
  invoice: StoredInvoice,
  issued: Passing,
): Promise<void> {
  const { tx, org } = context;
  const { computed, timeZone } = issued;
  if (isOfAccount(invoice)) await consumeInvoiceCredits(context, invoice, computed);
  // step: credits are consumed
  if (isBlank(computed)) {
    await releaseHold(context, invoice.id);
    return deleteDraft(tx, org, invoice.id);
  }
  if (isOfAccount(invoice)) await planLateSettlement(context, invoice, computed.inputs.cards);
  if (isOfAccount(invoice) && (await isUnnumbered(context, invoice, issued)))
    return closeUnnumbered(context, invoice, issued);
  await finishInvoice(context, invoice, { columns: computedColumns(computed), timeZone });
}

interface FinishedColumns {
  columns: ComputedColumns;
  timeZone: string;
  /** Replaces the status that follows from the total. */
  status?: 'REFUND_INITIATED' | undefined;
}

/**
 * Freezes a draft with checked sums and settled credits: as a part of a group's invoice, or with its own
 * number, after which the account's wallet pays it.
 */
export async function finishInvoice(
  context: ScheduledWorkContext,
  invoice: StoredInvoice,
  { columns, timeZone, status }: FinishedColumns,
): Promise<void> {
  const { tx, org, now } = context;
  if (isOfAccount(invoice) && (await mergeIntoComposite(context, invoice, columns))) return;
  await planPdf(context, invoice.id);
  // step: printing is planned
  const { totalAmount: total } = columns;
  if (total.gt(0)) await planCollection(context, invoice.id);
  const wallet = await lockWalletOfIssued(context, { invoice, total });
  // step: the wallet is locked
  const dated = { invoiceDate: now, timeZone, netTermDays: columns.netTermDays };
  const owed = { dueDate: dueDateOf(dated), status: status ?? statusOf(total) };
  // Taken last, because from here to the commit every other invoice of the organization waits for its number.
  const number = await takeInvoiceNumber(context, invoice, dated);
  // step: a number is taken
  // Planned after the number, because planning a date first blocks other invoices of that date until the
  // commit.
  await planOverdue(context, { id: invoice.id, ...owed });
  await finalizeInvoice(tx, org, {
    invoice,
    now,
    computed: columns,
    set: { ...owed, invoiceDate: now, ...number },
  });
  // step: an invoice is final
  await settleIssued(context, { id: invoice.id, total, wallet });
  // step: the wallet is settled
}

/** True if nothing is billed: no card, charge or addition of a pricing rule. */
export function isBlank({ inputs, document }: ComputedInvoice): boolean {
  if (inputs.cards.length > 0 || inputs.charges || inputs.commitment) return false;
  return linesOf(document.revenueInfo, 'PRICING_RULE_ADDITION_AMOUNT').length === 0;
}

async function postpone(
  context: ScheduledWorkContext,
  invoice: StoredInvoice,
  { computed, timeZone }: Passing,
): Promise<void> {
  const { tx, org, now } = context;
  await leaveWindow(context, invoice);
  const invoiceDate = nextDay(now, timeZone);
  const set = { invoiceDate, heldSince: invoice.heldSince ?? now };
  const change = { id: invoice.id, now, computed: computedColumns(computed), set };
  await updateDraft(tx, org, change);
  await planClosing(context, { invoiceId: invoice.id, dueAt: invoiceDate });
}

/** Returns PAID for a total of 0 and REFUND_COMPLETED for a negative one (`money-platform.md` 10.4). */
export function statusOf(total: Decimal): 'DUE' | 'PAID' | 'REFUND_COMPLETED' {
  if (total.isZero()) return 'PAID';
  return total.isNegative() ? 'REFUND_COMPLETED' : 'DUE';
}
