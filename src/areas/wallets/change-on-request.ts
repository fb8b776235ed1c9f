import { decimalText } from '#core/decimal.ts';
import { lockWalletOf } from './get-wallet.ts';
import type { MoneyContext } from './move-money.ts';
import { planFunded } from './plan-funded.ts';
import { walletHolds, walletSpent } from './problems.ts';
import type { UpdateWalletRequest } from './schema.ts';
import { changeWallet, findFirstDebit } from './store/wallets.ts';

/**
 * Changes the status or start of the wallet of an account, and plans the payment of what it owes. Returns the
 * id of the account. Raises `walletSpent`, `walletHolds` and the problems of a wallet.
 */
export async function changeOnRequest(
  { tx, org, now }: MoneyContext,
  requested: UpdateWalletRequest & { accountId: string },
): Promise<string> {
  const wallet = await lockWalletOf(tx, org, requested.accountId);
  const { accountId, status, effectiveFrom, holdAmount } = wallet;
  const set = { status: requested.status ?? status, effectiveFrom: requested.effectiveFrom ?? effectiveFrom };
  const spentAt = await findFirstDebit(tx, org, accountId);
  if (spentAt && Temporal.Instant.compare(spentAt, set.effectiveFrom) < 0)
    throw walletSpent({ at: spentAt.toString() });
  const isSame = set.status === status && set.effectiveFrom.equals(effectiveFrom);
  if (set.status === 'INACTIVE' && holdAmount.gt(0)) throw walletHolds({ amount: decimalText(holdAmount) });
  if (!isSame) await changeWallet(tx, org, { accountId, set, now });
  const mayPay = !isSame && set.status === 'ACTIVE';
  if (mayPay) await planFunded({ tx, org, now }, { accountId, dueAt: set.effectiveFrom });
  return accountId;
}
