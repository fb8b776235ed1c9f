import { lockAccount } from '#areas/accounts/index.ts';
import { grantPlanCredits } from '#areas/credits/index.ts';
import { canonicalJson } from '#core/canonical-json.ts';
import { Decimal, decimal, ZERO } from '#core/decimal.ts';
import { computeAdjustment } from '#core/invoice/adjustment.ts';
import type { StoredDueWork } from '#platform/db/due-work.ts';
import type { DueWorkContext } from '#platform/jobs/due-work.ts';
import { concurrentChange } from '#platform/problem.ts';
import { buildCreditNote, recordNote, settleOriginal } from '../credit-notes/make-credit-note.ts';
import { type LeftOfInvoice, readLeft } from '../give-backs/read-left.ts';
import { openOf, recordRestOfLine } from '../give-backs/settle-line.ts';
import { issueAdjustment } from '../late-usage/issue-adjustment.ts';
import { divideNote, startNoteRefund } from '../payments/refund-note.ts';
import { shareComposite } from '../store/composites.ts';
import { findInvoiceByKey } from '../store/custom.ts';
import { findInvoice, type InvoiceRow, type StoredInvoice } from '../store/invoices.ts';
import { lockBill, lockDrafts } from '../store/lifecycle.ts';
import { creditLine } from './credit-line.ts';
import { findCollected, judge } from './judge-original.ts';
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
  if (refund.mode === 'CREDITS') return grantUnused(context, refund);
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

/** A credit that waited for a refund. */
async function grantUnused(context: DueWorkContext, refund: UnusedRefund): Promise<void> {
  const amount = await creditLine(context, refund);
  const credits = [unusedCredit({ ...refund, amount })];
  await grantPlanCredits(context, { accountId: refund.accountId, credits });
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
  const left = await readLeft(context, original);
  const { billableId: lineId, nth = 0, kept = '0', key } = refund;
  const asked = { lineId, nth, kept: decimal(kept), most: decimal(refund.amount) };
  const open = openOf(left, asked);
  if (!open) return;
  const { amount, rest, line } = open;
  await recordRestOfLine(context, original, { line, rest, key });
  const credits = [unusedCredit({ ...refund, amount: rest })];
  await grantPlanCredits(context, { accountId: refund.accountId, credits });
  if (amount.gt(0)) await issueNote(context, { ...unused, left, amount });
  if (original.mergedInto === null) return;
  // Nobody refunds the invoice of the group at this moment: what is left to refund counts this note.
  if ((await shareComposite(tx, org, original.mergedInto)) !== collected.status) throw concurrentChange();
}

async function issueNote(
  context: DueWorkContext,
  noted: { original: InvoiceRow; left: LeftOfInvoice; refund: UnusedRefund; amount: Decimal },
): Promise<void> {
  const { tx, org } = context;
  const { original, refund, amount } = noted;
  const { base, before } = noted.left;
  const asked = { lines: [{ lineId: refund.billableId, nth: refund.nth ?? 0, amount }] };
  const inputs = buildCreditNote({ original, before, asked, reason: refund.purpose });
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
  await recordNote(context, original, { noteId, inputs });
  const note = await findInvoice(tx, org, noteId);
  if (!division || !note || note.mergedInto !== null)
    return settleOriginal(context, { original, creditNoteId: noteId });
  // One that waits for its registration divides the money when it is issued.
  if (note.status !== 'DRAFT') await startNoteRefund(context, { original, noteId, refund: division });
}
