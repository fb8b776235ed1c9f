import { lockAccount } from '#areas/accounts/index.ts';
import { grantPlanCredits } from '#areas/credits/index.ts';
import { canonicalJson } from '#core/canonical-json.ts';
import { Decimal, decimal, ZERO } from '#core/decimal.ts';
import { computeAdjustment } from '#core/invoice/adjustment.ts';
import type { StoredScheduledWork } from '#platform/db/scheduled-work.ts';
import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';
import { buildCreditNote, recordNote, settleOriginal } from '../credit-notes/make-credit-note.ts';
import { readLeft } from '../give-backs/read-left.ts';
import { recordDiscounted } from '../give-backs/record-give-back.ts';
import { boundByGross, openOf } from '../give-backs/settle-line.ts';
import { issueAdjustment } from '../late-usage/issue-adjustment.ts';
import { divideNote, startNoteRefund } from '../payments/refund-note.ts';
import { findInvoiceByKey } from '../store/custom.ts';
import { hasSettlement } from '../store/give-backs.ts';
import { findInvoice } from '../store/invoices.ts';
import { lockDrafts } from '../store/lifecycle.ts';
import { creditLines, NEXT_LOOK_HOURS } from './credit-lines.ts';
import { planUnusedRefund, readUnusedRefund, type UnusedRefund, unusedPayload } from './planned-work.ts';
import {
  type ChargingInvoice,
  holdComposite,
  keyOfLine,
  type RefundShare,
  shareRefund,
} from './share-refund.ts';
import { unusedCredit } from './unused-credit.ts';

/**
 * Refunds overcharged licences as money, by credit notes on the lines that charged them, so that taxes and
 * credits get their part. Reduces the outstanding amount first; the rest goes to the wallet or to the payer.
 * Refunds once per key. Excludes amounts of the line that are already credited, and refunded invoices; waits
 * while a refund is open.
 */
export async function refundUnused(
  context: ScheduledWorkContext,
  payload: StoredScheduledWork['payload'],
): Promise<void> {
  const { tx, org, now } = context;
  const refund = readUnusedRefund(payload);
  const { accountId } = refund;
  await lockAccount(tx, org, accountId);
  await lockDrafts(tx, org, accountId);
  if (refund.mode === 'CREDITS') {
    const credits = await creditLines(context, refund);
    await grantPlanCredits(context, { accountId, credits });
    return;
  }
  const shared = await shareRefund(context, refund);
  // Checked after the locks: a concurrent settlement has committed.
  if (await isGivenBack(context, refund)) return;
  if (!shared) return planUnusedRefund(context, refund, now.add({ hours: NEXT_LOOK_HOURS }));
  for (const [index, share] of shared.shares.entries()) {
    const invoice = shared.invoices.get(share.invoiceId);
    if (!invoice) continue;
    await giveBackShare(context, { invoice, refund, share });
    // Another line of the same invoice continues from what this one has left.
    const isOnIt = ({ invoiceId }: RefundShare) => invoiceId === share.invoiceId;
    if (shared.shares.slice(index + 1).some(isOnIt)) invoice.left = await readLeft(context, invoice.original);
  }
}

async function isGivenBack(
  { tx, org }: ScheduledWorkContext,
  { accountId, lines, key }: UnusedRefund,
): Promise<boolean> {
  const keys = lines.map((_, index) => keyOfLine(key, index));
  const notes = keys.map((each) => findInvoiceByKey(tx, org, { ownerId: accountId, key: each }));
  if ((await Promise.all(notes)).some((note) => note !== null)) return true;
  return hasSettlement(tx, org, { accountId, keys });
}

/** A credit note returns what money paid; a credit returns what a discount beside the line paid. */
async function giveBackShare(
  context: ScheduledWorkContext,
  { invoice, refund, share }: { invoice: ChargingInvoice; refund: UnusedRefund; share: RefundShare },
): Promise<void> {
  const { accountId, billableId: lineId } = refund;
  const { original } = invoice;
  const { nth, key } = share;
  const { amount, discounted } = boundByGross(invoice.left, share.amount);
  const found = openOf(invoice.left, { lineId, nth });
  if (!found) return;
  await recordDiscounted(context, original, { line: found.line, net: discounted, key });
  const credits = [unusedCredit({ ...refund, key, amount: discounted })];
  await grantPlanCredits(context, { accountId, credits });
  if (amount.gt(0)) await issueNote(context, { invoice, refund, share: { ...share, amount } });
  await holdComposite(context, invoice);
}

async function issueNote(
  context: ScheduledWorkContext,
  { invoice, refund, share }: { invoice: ChargingInvoice; refund: UnusedRefund; share: RefundShare },
): Promise<void> {
  const { tx, org } = context;
  const { original, left } = invoice;
  const { base, before } = left;
  const { nth, amount, key } = share;
  const requested = { lines: [{ lineId: refund.billableId, nth, amount }] };
  const inputs = buildCreditNote({ original, before, requested, reason: refund.purpose });
  const document = computeAdjustment(inputs);
  // The payer of a group's invoice also paid for others, so a member's refund goes to its wallet.
  const isToPayer = refund.mode === 'PAYMENT' && original.mergedInto === null;
  const owed = Decimal.max(ZERO, decimal(document.totalAmount).negated());
  const division = isToPayer ? await divideNote(context, { original, amount: owed }) : null;
  const noteId = await issueAdjustment(context, {
    ...{ original, base, inputs, document, refundMode: isToPayer ? 'PAYMENT' : 'WALLET' },
    requested: { idempotencyKey: key, request: canonicalJson(unusedPayload(refund)) },
    status: division && division.parts.length > 0 ? 'REFUND_INITIATED' : undefined,
  });
  await recordNote(context, original, { noteId, inputs });
  const note = await findInvoice(tx, org, noteId);
  if (!division || !note || note.mergedInto !== null)
    return settleOriginal(context, { original, creditNoteId: noteId });
  // A note that waits for its registration splits the money when it is issued.
  if (note.status !== 'DRAFT') await startNoteRefund(context, { original, noteId, refund: division });
}
