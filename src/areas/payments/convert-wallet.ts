import { getAccount } from '#areas/accounts/index.ts';
import { grantCredits } from '#areas/credits/index.ts';
import { getOrganization } from '#areas/organizations/index.ts';
import { debitWallet, isUsable, lockWalletOf, walletInactive } from '#areas/wallets/index.ts';
import { currencyDigits } from '#core/currency.ts';
import { type Decimal, decimalText } from '#core/decimal.ts';
import { localDate } from '#core/period-zone.ts';
import { noteEffect } from '#platform/db/effects.ts';
import type { Context } from '#platform/http/operation.ts';
import { conversionTooFine, walletLacks } from './problems.ts';

/** Paid credits are spent after all others. */
const PRIORITY = 100;

/**
 * Converts wallet money to a credit without an end (`money-platform.md` 14.5). Grants the credit first,
 * which locks the account; an insufficient wallet balance rolls it back. Returns its id.
 */
export async function convertWallet(
  context: Pick<Context, 'tx' | 'org' | 'now'>,
  { accountId, amount }: { accountId: string; amount: Decimal },
): Promise<string> {
  const { tx, org, now } = context;
  const { invoiceCurrency: currency } = await getAccount(tx, org, accountId);
  const digits = currencyDigits(currency);
  if (amount.decimalPlaces() > digits) throw conversionTooFine({ currency, digits });
  const { timezone } = await getOrganization(tx, org);
  const terms = { purpose: 'From the wallet', effectiveFrom: localDate(now, timezone), priority: PRIORITY };
  const granted = { accountId, creditAmount: amount, ...terms };
  const [credit] = await grantCredits(context, [granted], { isPaid: true });
  if (!credit) throw new Error(`no credit was granted to ${accountId}`);
  const wallet = await lockWalletOf(tx, org, accountId);
  if (!isUsable(wallet, now)) throw walletInactive({ accountId: wallet.accountId });
  const { balance } = wallet;
  if (balance.lt(amount)) throw walletLacks({ balance: decimalText(balance) });
  const subject = { type: 'account', id: wallet.accountId };
  noteEffect(tx, {
    ...{ kind: 'REFUND', action: 'CONVERT_WALLET', subject, accountId: wallet.accountId },
    money: { amount, currency },
  });
  const move = { amount, kind: 'CONVERSION', book: 'CREDITS', entityId: credit.id } as const;
  await debitWallet(context, wallet, { ...move, description: 'Converted to a credit' });
  return credit.id;
}
