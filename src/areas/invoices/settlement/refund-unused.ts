import { lockAccount } from '#areas/accounts/index.ts';
import { grantPlanCredits } from '#areas/credits/index.ts';
import { canonicalJson } from '#core/canonical-json.ts';
import { Decimal, decimal, ZERO } from '#core/decimal.ts';
import { computeAdjustment } from '#core/invoice/adjustment.ts';
import { leftToCredit } from '#core/invoice/plan-corrections.ts';
import type { StoredDueWork } from '#platform/db/due-work.ts';
import type { DueWorkContext } from '#platform/jobs/due-work.ts';
import { concurrentChange } from '#platform/problem.ts';
import { buildCreditNote, settleOriginal } from '../credit-notes/make-credit-note.ts';
import { readBilled } from '../late-usage/compute-adjustment.ts';
import { issueAdjustment } from '../late-usage/issue-adjustment.ts';
import { divideNote, startNoteRefund } from '../payments/refund-note.ts';
import { findAdjustmentBase } from '../store/adjustments.ts';
import { findComposite, shareComposite } from '../store/composites.ts';
import { findInvoiceByKey } from '../store/custom.ts';
import { findInvoice, type InvoiceRow, type StoredInvoice } from '../store/invoices.ts';
import { lockBill, lockDrafts } from '../store/lifecycle.ts';
import { planUnusedRefund, type UnusedRefund } from './planned-work.ts';
import { unusedCredit } from './unused-credit.ts';

const NEXT_LOOK_HOURS = 24;

/**
 * Gives back as money what licences were charged too much: by a credit note of the line that charged them,
 * so that taxes and credits have their part. It lowers what is owed of the invoice first; the rest goes to
 * the wallet, or to who paid. Once for its key. What somebody credited of the line already is not given back
 * again, and neither is anything of an invoice that was refunded; while a refund is open it waits.
 */
export async function refundUnused(
  context: DueWorkContext,
  payload: StoredDueWork['payload'],
): Promise<void> {
  const { tx, org, now } = context;
  const refund = payload as unknown as UnusedRefund;
  const { accountId, invoiceId, key } = refund;
  await lockAccount(tx, org, accountId);
  await lockDrafts(tx, org, accountId);
  const original = (await lockBill(tx, org, invoiceId)) as InvoiceRow | null;
  if (!original || (await findInvoiceByKey(tx, org, { ownerId: accountId, key }))) return;
  const collected = await findCollected(context, original);
  switch (judge(collected)) {
    case 'NOTHING':
      return;
    case 'LATER':
      return planUnusedRefund(context, refund, now.add({ hours: NEXT_LOOK_HOURS }));
    case 'CREDIT':
      return creditUnused(context, { original, collected, refund });
  }
}

/** Of a merged invoice that of its group. */
async function findCollected(
  { tx, org }: DueWorkContext,
  invoice: InvoiceRow,
): Promise<Pick<StoredInvoice, 'status' | 'totalAmount'>> {
  if (invoice.mergedInto === null) return invoice;
  const composite = await findComposite(tx, org, invoice.mergedInto);
  if (!composite) throw new Error(`there is no invoice ${invoice.mergedInto}`);
  return composite;
}

/** One that was below nothing when it was issued is no refund. */
function judge({ status, totalAmount }: Pick<StoredInvoice, 'status' | 'totalAmount'>) {
  if (status === 'VOID') return 'NOTHING';
  if (status === 'REFUND_INITIATED') return 'LATER';
  return status === 'REFUND_COMPLETED' && !totalAmount.isNegative() ? 'NOTHING' : 'CREDIT';
}

async function creditUnused(
  context: DueWorkContext,
  unused: {
    original: InvoiceRow;
    collected: Pick<StoredInvoice, 'status'>;
    refund: UnusedRefund;
  },
): Promise<void> {
  const { tx, org } = context;
  const { original, collected, refund } = unused;
  const base = await findAdjustmentBase(tx, org, original);
  const left = leftToCredit(readBilled(base), refund.billableId);
  if (!left) return;
  const asked = Decimal.min(decimal(refund.amount), left.line);
  const amount = Decimal.min(asked, left.invoice);
  // Discounts have paid the rest of the line: it is no money, but it is unused.
  const rest = left.isBlurred ? ZERO : asked.minus(amount);
  const credits = [unusedCredit({ ...refund, amount: rest })];
  await grantPlanCredits(context, { accountId: refund.accountId, credits });
  if (amount.gt(0)) await issueNote(context, { ...unused, base, amount });
  if (original.mergedInto === null) return;
  // Nobody refunds the invoice of the group at this moment: what is left to refund counts this note.
  if ((await shareComposite(tx, org, original.mergedInto)) !== collected.status) throw concurrentChange();
}

async function issueNote(
  context: DueWorkContext,
  noted: { original: InvoiceRow; base: InvoiceRow; refund: UnusedRefund; amount: Decimal },
): Promise<void> {
  const { tx, org } = context;
  const { original, base, refund, amount } = noted;
  const asked = { lines: [{ lineId: refund.billableId, amount }] };
  const inputs = buildCreditNote({ original, base, asked, reason: refund.purpose });
  const document = computeAdjustment(inputs);
  // Who paid the invoice of a group paid for others too: what is of one of them goes to its wallet.
  const isToPayer = refund.mode === 'PAYMENT' && original.mergedInto === null;
  const owed = Decimal.max(ZERO, decimal(document.totalAmount).negated());
  const division = isToPayer ? await divideNote(context, { original, amount: owed }) : null;
  const noteId = await issueAdjustment(context, {
    ...{ original, base, inputs, document, refundMode: isToPayer ? 'PAYMENT' : 'WALLET' },
    asked: { idempotencyKey: refund.key, request: canonicalJson({ ...refund }) },
    status: division && division.parts.length > 0 ? 'REFUND_INITIATED' : undefined,
  });
  const note = await findInvoice(tx, org, noteId);
  if (!division || !note || note.mergedInto !== null)
    return settleOriginal(context, { original, creditNoteId: noteId });
  // One that waits for its registration divides the money when it is issued.
  if (note.status !== 'DRAFT') await startNoteRefund(context, { original, noteId, refund: division });
}
