import type { AccountRow } from '#areas/accounts/index.ts';
import { priceOffer } from '#areas/invoices/index.ts';
import { lockWallet, walletInactive, walletNotFound } from '#areas/wallets/index.ts';
import { currencyDigits } from '#core/currency.ts';
import { type Decimal, decimalText } from '#core/decimal.ts';
import type { CardInput } from '#core/invoice/index.ts';
import { noteEffect } from '#platform/db/effects.ts';
import type { Context } from '#platform/http/operation.ts';
import { purchaseInvalid } from './problems.ts';
import { type ReadOffer, toOffer } from './read-offer.ts';
import type { PurchaseRequest } from './schema.ts';

/**
 * Fixes a wallet top-up: its amount, and its price, whose difference is a discount or a surcharge
 * (`money-platform.md` 14.2).
 */
export async function readTopup(
  context: Pick<Context, 'tx' | 'org' | 'now'>,
  { account, body }: { account: AccountRow; body: PurchaseRequest },
): Promise<ReadOffer> {
  const { id: accountId, invoiceCurrency } = account;
  const { walletTopupDetails: details } = body;
  if (!details) throw purchaseInvalid({ at: 'walletTopupDetails', rule: 'is required' });
  const { topupAmount, purchaseAmount = topupAmount } = details;
  checkDigits('topupAmount', topupAmount, invoiceCurrency);
  checkDigits('purchaseAmount', purchaseAmount, invoiceCurrency);
  const wallet = await lockWallet(context.tx, context.org, accountId);
  if (!wallet) throw walletNotFound({ accountId });
  if (wallet.status === 'INACTIVE') throw walletInactive({ accountId });
  const difference = purchaseAmount.minus(topupAmount);
  if (difference.isNegative()) noteGift(context, account, difference.negated());
  const sale = {
    cards: [
      feeCard('Wallet top-up', topupAmount),
      ...(difference.isZero()
        ? []
        : [feeCard(difference.isNegative() ? 'Discount' : 'Surcharge', difference)]),
    ],
    features: [],
    credits: [],
    topup: { amount: decimalText(topupAmount), promotion: decimalText(difference.negated()) },
  };
  const { computed } = await priceOffer(context, await toOffer(context, { account, version: null, sale }));
  return { version: null, sale, price: computed.totalAmount };
}

/** Money for a wallet below its worth pays invoices, as a refund would. */
function noteGift(
  { tx }: Pick<Context, 'tx'>,
  { id: accountId, invoiceCurrency: currency }: AccountRow,
  amount: Decimal,
): void {
  const money = { amount, currency };
  noteEffect(tx, { kind: 'REFUND', action: 'GRANT_CREDIT', subject: null, accountId, money });
}

function checkDigits(member: string, amount: Decimal, currency: string): void {
  const digits = currencyDigits(currency);
  if (amount.decimalPlaces() <= digits) return;
  const rule = `must have at most ${digits} decimal places in ${currency}`;
  throw purchaseInvalid({ at: `walletTopupDetails.${member}`, rule });
}

function feeCard(name: string, amount: Decimal): CardInput {
  return {
    ...{ type: 'FIXED_FEE', name, displayName: name, billableId: 'wallet', feeType: 'ONE_TIME' },
    ...{ rate: decimalText(amount), isProrated: false, billedDays: 1, nominalDays: 1 },
    recurrence: { interval: 1, offset: 0 },
  };
}
