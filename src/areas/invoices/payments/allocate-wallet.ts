import type { AccountRow } from '#areas/accounts/index.ts';
import {
  debitWallet,
  holdMoney,
  isUsable,
  lockWallet,
  type WalletRow,
  walletNotFound,
} from '#areas/wallets/index.ts';
import { currencyDigits } from '#core/currency.ts';
import { Decimal, decimalText } from '#core/decimal.ts';
import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';
import { invoiceNotFound } from '../problems.ts';
import type { StoredInvoice } from '../store/invoices.ts';
import { allocate } from './allocate.ts';
import { lockTargets } from './lock-targets.ts';
import { findPayables, isPayable } from './payables.ts';
import { allocationRefused } from './problems.ts';
import { isTopup } from './refund-topup.ts';

/**
 * Pays an invoice from the wallet of a locked account on request, whether or not it pays automatically
 * (`money-platform.md` 14.3); for a DRAFT the amount is held until the issue. Default amount: the
 * outstanding amount, up to the wallet's balance. Takes the locks of a payment, in the same order. Raises
 * `allocationRefused`, `invoiceNotFound` or `walletNotFound`.
 */
export async function allocateWallet(
  context: ScheduledWorkContext,
  { id: accountId, invoiceCurrency }: AccountRow,
  requested: { invoiceId: string; amount: Decimal | undefined },
): Promise<void> {
  const { tx, org } = context;
  const { invoiceId } = requested;
  checkDigits(requested.amount, invoiceCurrency);
  const targets = await lockTargets(context, { id: accountId }, { ids: [invoiceId] });
  const wallet = await lockWallet(tx, org, accountId);
  if (!wallet) throw walletNotFound({ accountId });
  const invoice = targets.get(invoiceId);
  if (!invoice) throw invoiceNotFound({ id: invoiceId });
  rejectInvoice(invoice);
  const lacks = (await findPayables(context, targets)).get(invoiceId)?.outstanding as Decimal;
  const amount = decideAmount(context, wallet, { invoice, lacks, requested: requested.amount });
  if (invoice.status === 'DRAFT') {
    await holdMoney(context, wallet, { invoiceId, requested: amount, total: invoice.totalAmount });
    return;
  }
  const move = { amount, kind: 'NET_OFF', book: 'INVOICES', entityId: invoiceId } as const;
  const { movementId } = await debitWallet(context, wallet, { ...move, description: 'Invoice' });
  await allocate(context, invoice, { accountId, kind: 'WALLET', movementId, amount });
}

function checkDigits(amount: Decimal | undefined, currency: string): void {
  const digits = currencyDigits(currency);
  if (!amount || amount.decimalPlaces() <= digits) return;
  const rule = `must have at most ${digits} decimal places in ${currency}`;
  throw allocationRefused({ at: 'amount', rule });
}

function rejectInvoice(invoice: StoredInvoice): void {
  const { id, status, mergedInto, accountId } = invoice;
  const rejected = (words: string) => allocationRefused({ at: 'invoiceId', rule: `invoice ${id} ${words}` });
  if (mergedInto !== null) throw rejected(`is merged into invoice ${mergedInto}; use that invoice`);
  // Otherwise the wallet could claim the bonus on top of the price repeatedly for free.
  if (isTopup(invoice)) throw rejected('is a wallet top-up and cannot be paid from a wallet');
  if (status === 'DRAFT' && accountId === null)
    throw rejected('is the DRAFT of a group, for which a wallet cannot hold money; wait until it is DUE');
  if (!isPayable(invoice)) throw rejected(`is ${status} and cannot be paid`);
}

/** Returns more than 0; a draft may get more than its current total, but holds at most its total. */
function decideAmount(
  { now }: ScheduledWorkContext,
  wallet: WalletRow,
  { invoice, lacks, requested }: { invoice: StoredInvoice; lacks: Decimal; requested: Decimal | undefined },
): Decimal {
  const { balance, accountId } = wallet;
  if (!isUsable(wallet, now))
    throw allocationRefused({
      at: 'account_id',
      rule: `the wallet of account ${accountId} is not usable now; check its status and effectiveFrom`,
    });
  const mayWait = requested !== undefined && invoice.status === 'DRAFT';
  const amount = requested ?? Decimal.min(lacks, balance);
  if (!mayWait && (amount.gt(lacks) || lacks.lte(0))) {
    const rule = `exceeds outstanding ${decimalText(lacks)} of invoice ${invoice.id}`;
    throw allocationRefused({ at: 'amount', rule });
  }
  if (amount.lte(0) || amount.gt(balance)) {
    const rule = `the wallet has only ${decimalText(balance)} available; send at most that amount`;
    throw allocationRefused({ at: 'amount', rule });
  }
  return amount;
}
