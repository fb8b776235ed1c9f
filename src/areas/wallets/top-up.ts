import { tellEvent } from '#areas/webhooks/index.ts';
import { currencyDigits } from '#core/currency.ts';
import type { Decimal } from '#core/decimal.ts';
import { MAX_AMOUNT } from '#core/money.ts';
import type { Context } from '#platform/http/operation.ts';
import { newId } from '#platform/ids.ts';
import { topupTooFine, walletFull, walletInactive } from './problems.ts';
import { insertEntry, insertMovement, type WalletRow } from './store/wallets.ts';

/** Books money that was received into a wallet that is locked. */
export async function topUp(
  { tx, org, now }: Pick<Context, 'tx' | 'org' | 'now'>,
  { wallet, amount }: { wallet: WalletRow; amount: Decimal },
): Promise<void> {
  const { accountId, currency, status } = wallet;
  if (status === 'INACTIVE') throw walletInactive({ accountId });
  const digits = currencyDigits(currency);
  if (amount.decimalPlaces() > digits) throw topupTooFine({ currency, digits });
  if (wallet.balance.plus(amount).greaterThan(MAX_AMOUNT)) throw walletFull({ accountId });
  const postings = { RECEIVED: amount, WALLET: amount.negated() };
  const movement = { accountId, kind: 'WALLET_TOPUP' as const, currency, postings };
  tellEvent(tx, org, { type: 'wallet.topped_up', id: accountId, now });
  const movementId = await insertMovement(tx, org, { movement, now });
  await insertEntry(tx, org, {
    ...{ id: newId('wen', now), accountId, movementId, transactionType: 'CREDITED', amount },
    ...{ entityId: null, description: 'Top-up', createdAt: now },
  });
}
