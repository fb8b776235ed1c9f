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

/** Where the money of a credit note goes that is for who paid the invoice. */
export interface NoteRefund {
  /** Lowers what is owed of the invoice. */
  owed: Decimal;
  /** Back to the wallet, with what nobody has paid. */
  wallet: Decimal;
  /** Of which payments, the last first; a provider or somebody by hand has to give it back. */
  parts: AllocationRow[];
  /** All that went back or has to: these parts and those of the wallet. */
  given: AllocationRow[];
}

/** What a credit note of `amount` gives to whom, of an invoice that the caller has locked. */
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
 * The credit note was issued, on its own: the invoice owes less, the wallet has back what it gave, and a
 * provider is asked for the rest, or the metadata say what an operator has to give back by hand. The caller
 * has locked the invoice.
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

/** Through the wallet, which is locked since before the note took its number. */
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
  if (invoice && isUsable(filled, now)) await netOff(context, { invoice, wallet: filled, most: owed });
}

/** A credit note that goes back to who paid, as nothing else below nothing is refunded. */
export function isNoteRefund({ totalAmount, metadata }: StoredInvoice): boolean {
  return totalAmount.isNegative() && metadata.refundMode === 'PAYMENT';
}

/** It was given back: the ledger says so, and the note. */
export async function endNoteRefund(context: ScheduledWorkContext, note: StoredInvoice): Promise<void> {
  const { tx, org, now } = context;
  const { id, accountId, currency, status: from, metadata: noted } = note;
  const amount = decimal(String(noted.refundAmount));
  const movement = { accountId: accountId ?? '', currency, amount, kind: 'REFUND' } as const;
  await recordMovement(context, { ...movement, from: 'INVOICES', to: 'RECEIVED' });
  await addMetadata(tx, org, { id, metadata: { refundedAmount: decimalText(amount) }, now });
  await setStatus(tx, org, { id, status: 'REFUND_COMPLETED', from, now });
}
