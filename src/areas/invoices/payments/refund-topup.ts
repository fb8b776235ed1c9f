import { findRoundingMode } from '#areas/settings/index.ts';
import { creditWallet, debitWallet, lockWallet, planFunded } from '#areas/wallets/index.ts';
import { Decimal, decimal, decimalText } from '#core/decimal.ts';
import { roundMoney } from '#core/money.ts';
import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';
import { concurrentChange } from '#platform/problem.ts';
import { isOfAccount, type StoredInvoice } from '../store/invoices.ts';
import { findTopup } from '../store/topups.ts';
import { nothingToRefund } from './problems.ts';

/** Whether a document sells money for a wallet: the only order without a plan. */
export function isTopup({ invoiceType, planId }: Pick<StoredInvoice, 'invoiceType' | 'planId'>): boolean {
  return invoiceType === 'ADHOC_ADVANCED' && planId === null;
}

/** The amount of a refund. */
interface Refundable {
  left: Decimal;
  /** The amount that the wallet contributed; absent if it is not involved. Shown in the metadata. */
  walletTaken?: string;
}

/**
 * For a wallet top-up, takes the unused amount out of the wallet and refunds its share of the price
 * (`money-platform.md` 14.2): price × unused ÷ top-up, rounded as money, at most `left`. Refunds any other
 * invoice, and a top-up that never reached the wallet, unchanged. Raises `nothingToRefund`.
 */
export async function takeUnused(
  context: ScheduledWorkContext,
  invoice: StoredInvoice,
  left: Decimal,
): Promise<Refundable> {
  const { tx, org } = context;
  if (!isTopup(invoice) || !isOfAccount(invoice)) return { left };
  const { id, accountId, totalAmount: price, currency } = invoice;
  const wallet = await lockWallet(tx, org, accountId);
  if (!wallet) return { left };
  const topup = await findTopup(tx, org, { accountId, purchaseId: String(invoice.metadata.purchaseId) });
  if (!topup) return { left };
  const share = price.times(topup.unused).dividedBy(topup.amount);
  const refund = Decimal.min(left, roundMoney(share, currency, await findRoundingMode(tx, org)));
  const because = 'the wallet has spent the money of the top-up or holds it for drafts';
  if (refund.isZero()) throw nothingToRefund({ id, because });
  await debitWallet(context, wallet, {
    ...{ amount: topup.unused, promotion: topup.unused.minus(refund), kind: 'REFUND', book: 'INVOICES' },
    ...{ entityId: id, description: 'Refund of a top-up' },
  });
  return { left: refund, walletTaken: decimalText(topup.unused) };
}

/** Puts the amount that the wallet contributed back after the refund of a locked invoice failed. */
export async function putUnusedBack(context: ScheduledWorkContext, invoice: StoredInvoice): Promise<void> {
  const { tx, org, now } = context;
  const { id, metadata } = invoice;
  const { refundAmount, walletTaken } = metadata as { refundAmount: string; walletTaken?: string };
  if (walletTaken === undefined || !isOfAccount(invoice)) return;
  const { accountId } = invoice;
  const wallet = await lockWallet(tx, org, accountId);
  if (!wallet) throw concurrentChange();
  const amount = decimal(walletTaken);
  await creditWallet(context, wallet, {
    ...{ amount, promotion: amount.minus(decimal(refundAmount)), kind: 'REFUND', book: 'INVOICES' },
    ...{ entityId: id, description: 'Refund refused', isOwed: true },
  });
  // An invoice may have fallen due meanwhile.
  await planFunded(context, { accountId, dueAt: now });
}
