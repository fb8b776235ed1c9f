import { creditWallet, isUsable, lockWallet, recordMovement } from '#areas/wallets/index.ts';
import { Decimal, decimal, decimalText, ZERO } from '#core/decimal.ts';
import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';
import type { AllocationRow } from '../store/allocations.ts';
import { addMetadata, setStatus } from '../store/changes.ts';
import { findInvoice, type StoredInvoice } from '../store/invoices.ts';
import { outstandingOf } from './allocate.ts';
import { listRefundable, refundedParts } from './left-to-refund.ts';
import { netOff } from './net-off.ts';
import { planProviderRefund } from './plan-collection.ts';
import { splitRefund } from './split-refund.ts';

/** The split of a credit note that refunds the payers of the invoice. */
export interface NoteRefund {
  /** Reduces the outstanding amount of the invoice. */
  owed: Decimal;
  /** Returns to the wallet, including amounts that nobody has paid. */
  wallet: Decimal;
  /** The payments to refund, newest first, through a provider or manually. */
  parts: AllocationRow[];
  /** All refunded allocations: these parts and those of the wallet. */
  given: AllocationRow[];
}

/** Splits a credit note of `amount` on an invoice that the caller has locked. */
export async function divideNote(
  context: Pick<ScheduledWorkContext, 'tx' | 'org'>,
  { original, amount }: { original: StoredInvoice; amount: Decimal },
): Promise<NoteRefund> {
  const owed = Decimal.max(ZERO, Decimal.min(amount, outstandingOf(original)));
  const given = refundedParts(await listRefundable(context, original.id), amount.minus(owed));
  const parts = given.filter(({ paymentId }) => paymentId !== null);
  const paid = parts.reduce((sum, part) => sum.plus(part.amount), ZERO);
  return { owed, wallet: amount.minus(owed).minus(paid), parts, given };
}

/**
 * Applies a separately issued credit note: reduces the outstanding amount, restores the wallet, and requests
 * the rest from a provider or lists in the metadata what an operator must refund manually. Requires that the
 * caller has locked the invoice.
 */
export async function startNoteRefund(
  context: ScheduledWorkContext,
  { original, noteId: id, refund }: { original: StoredInvoice; noteId: string; refund: NoteRefund },
): Promise<void> {
  const { tx, org, now } = context;
  const { parts, given } = refund;
  await payWithNote(context, { original, noteId: id, refund });
  const refundParts = given.map(({ id: allocationId, amount }) => {
    return { allocationId, amount: decimalText(amount) };
  });
  const left = parts.reduce((sum, part) => sum.plus(part.amount), ZERO);
  const refunds = parts.length > 0 ? await splitRefund(context, parts) : {};
  const metadata = { refundAmount: decimalText(left), refundParts, ...refunds };
  await addMetadata(tx, org, { id, metadata, now });
  if ('providerRefunds' in refunds) await planProviderRefund(context, id);
}

/** Pays through the wallet, which was locked before the note took its number. */
async function payWithNote(
  context: ScheduledWorkContext,
  { original, noteId, refund }: { original: StoredInvoice; noteId: string; refund: NoteRefund },
): Promise<void> {
  const { tx, org, now } = context;
  const { owed, wallet: back } = refund;
  const amount = owed.plus(back);
  const wallet = await lockWallet(tx, org, original.accountId ?? '');
  if (!wallet || amount.isZero()) return;
  const { wallet: filled } = await creditWallet(context, wallet, {
    ...{ amount, kind: 'NEGATIVE_INVOICE', book: 'INVOICES' },
    ...{ entityId: noteId, description: 'Negative invoice', isOwed: true },
  });
  const invoice = await findInvoice(tx, org, original.id);
  if (invoice && isUsable(filled, now)) await netOff(context, { invoice, wallet: filled, max: owed });
}

/** Whether the credit note refunds the payers, which no other negative invoice does. */
export function isNoteRefund({ totalAmount, metadata }: StoredInvoice): boolean {
  return totalAmount.isNegative() && metadata.refundMode === 'PAYMENT';
}

/** Completes the refund of a note in the ledger and on the note. */
export async function endNoteRefund(context: ScheduledWorkContext, note: StoredInvoice): Promise<void> {
  const { tx, org, now } = context;
  const { id, accountId, currency, status: from, metadata: noted } = note;
  const amount = decimal(String(noted.refundAmount));
  const movement = { accountId: accountId ?? '', currency, amount, kind: 'REFUND' } as const;
  await recordMovement(context, { ...movement, from: 'INVOICES', to: 'RECEIVED' });
  await addMetadata(tx, org, { id, metadata: { refundedAmount: decimalText(amount) }, now });
  await setStatus(tx, org, { id, status: 'REFUND_COMPLETED', from, now });
}
