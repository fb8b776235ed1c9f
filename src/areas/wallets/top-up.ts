import { getAccount } from '#areas/accounts/index.ts';
import { currencyDigits } from '#core/currency.ts';
import type { Decimal } from '#core/decimal.ts';
import { lockWalletOf } from './get-wallet.ts';
import { creditWallet, type MoneyContext } from './move-money.ts';
import { planFunded } from './plan-funded.ts';
import { topupTooFine } from './problems.ts';
import type { WalletRow } from './store/wallets.ts';

/**
 * Credits received money to the wallet of an account, and plans the payment of what it owes. Raises
 * `topupTooFine` and the problems of a wallet.
 */
export async function topUpOnRequest(
  context: MoneyContext,
  requested: { accountId: string; amount: Decimal },
): Promise<void> {
  const { tx, org, now } = context;
  const { id: accountId } = await getAccount(tx, org, requested.accountId);
  // Before the locks: the planned work takes them too, after it has removed itself from the list.
  await planFunded(context, { accountId, dueAt: now });
  const wallet = await lockWalletOf(tx, org, accountId);
  await topUp(context, { wallet, amount: requested.amount });
}

/** Credits received money to a locked wallet. */
export async function topUp(
  context: MoneyContext,
  { wallet, amount }: { wallet: WalletRow; amount: Decimal },
): Promise<void> {
  const { currency } = wallet;
  const digits = currencyDigits(currency);
  if (amount.decimalPlaces() > digits) throw topupTooFine({ currency, digits });
  const description = 'Top-up';
  await creditWallet(context, wallet, { amount, kind: 'WALLET_TOPUP', description, entityId: null });
}
