import { restoreCredits } from '#areas/credits/index.ts';
import { creditWallet, lockWallets, recordMovement } from '#areas/wallets/index.ts';
import { decimal, decimalText } from '#core/decimal.ts';
import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';
import { noteReturn } from '../finalization/note-effects.ts';
import { recordRest } from '../give-backs/record-give-back.ts';
import type { AllocationRow } from '../store/allocations.ts';
import { addMetadata, setStatus } from '../store/changes.ts';
import { isOfAccount, type StoredInvoice } from '../store/invoices.ts';
import { listRefundable, readFamily, readLeftToRefund, refundedParts } from './left-to-refund.ts';
import { planProviderRefund } from './plan-collection.ts';
import { nothingToRefund } from './problems.ts';
import { endNoteRefund, isNoteRefund } from './refund-note.ts';
import { takeUnused } from './refund-topup.ts';
import { splitRefund } from './split-refund.ts';

/**
 * Starts the refund of all payments of a locked invoice that credit notes have not refunded, newest first.
 * Requests the refund from the provider for the part that it collected, and lists in the metadata what an
 * operator must refund manually; wallets are restored when the refund is complete. Money bought for a wallet
 * leaves it now. Raises `nothingToRefund`.
 */
export async function startRefund(
  context: ScheduledWorkContext,
  invoice: StoredInvoice,
  refundReason?: string,
): Promise<void> {
  const { tx, org, now } = context;
  const { id, status: from } = invoice;
  const paid = await readLeftToRefund(context, invoice);
  if (paid.isZero())
    throw nothingToRefund({
      id,
      because: 'credit notes and settlements of unused days have already given it back',
    });
  const { left, ...taken } = await takeUnused(context, invoice, paid);
  noteReturn(tx, invoice, { action: 'REFUND_PAYMENT', amount: left, currency: invoice.currency });
  const parts = refundedParts(await listRefundable(context, id), left);
  const refunds = await splitRefund(context, parts);
  const reason = refundReason !== undefined && { refundReason };
  const metadata = { refundAmount: decimalText(left), ...reason, ...taken, ...refunds };
  await addMetadata(tx, org, { id, metadata, now });
  if (refunds.providerRefunds) await planProviderRefund(context, id);
  await setStatus(tx, org, { id, status: 'REFUND_INITIATED', from, now });
}

/**
 * Completes the refund of a locked invoice: restores wallets and credits and books the manual refunds in the
 * ledger. The paid amount stays on the invoice (`money-platform.md` 10.10).
 */
export async function endRefund(context: ScheduledWorkContext, invoice: StoredInvoice): Promise<void> {
  const { tx, org, now } = context;
  const { id, accountId, metadata: noted } = invoice;
  if (isNoteRefund(invoice)) return endNoteRefund(context, invoice);
  // Members of a group recorded theirs before the group was locked.
  if (isOfAccount(invoice)) await recordRest(context, invoice, 'REFUND');
  if (accountId !== null)
    await restoreCredits(context, { invoiceId: id, family: await readFamily(context, id) });
  // The amount at the start of the refund, which the operator was given.
  const left = decimal((noted as { refundAmount: string }).refundAmount);
  const parts = refundedParts(await listRefundable(context, id), left);
  const payers = parts.flatMap(({ kind, accountId: payer }) => (kind === 'WALLET' ? [payer] : []));
  const locked = await lockWallets(tx, org, [...new Set(payers)]);
  const wallets = new Map(locked.map((wallet) => [wallet.accountId, wallet]));
  for (const part of parts) {
    const wallet = part.kind === 'WALLET' ? wallets.get(part.accountId) : undefined;
    if (!wallet) {
      await refundPayment(context, invoice, part);
      continue;
    }
    const moved = await creditWallet(context, wallet, {
      ...{ amount: part.amount, kind: 'REFUND', book: 'INVOICES', entityId: id },
      ...{ description: 'Refund', isOwed: true },
    });
    wallets.set(part.accountId, moved.wallet);
  }
  const metadata = { refundedAmount: decimalText(left) };
  await addMetadata(tx, org, { id, metadata, now });
  await setStatus(tx, org, { id, status: 'REFUND_COMPLETED', from: invoice.status, now });
}

async function refundPayment(
  context: ScheduledWorkContext,
  { currency }: StoredInvoice,
  { accountId, amount }: AllocationRow,
): Promise<void> {
  const movement = { accountId, currency, amount, kind: 'REFUND' } as const;
  await recordMovement(context, { ...movement, from: 'INVOICES', to: 'RECEIVED' });
}
