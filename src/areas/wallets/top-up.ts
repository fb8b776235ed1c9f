import { currencyDigits } from '#core/currency.ts';
import type { Decimal } from '#core/decimal.ts';
import { creditWallet, type MoneyContext } from './move-money.ts';
import { topupTooFine } from './problems.ts';
import type { WalletRow } from './store/wallets.ts';

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
