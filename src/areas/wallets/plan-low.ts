import { findSettingValue } from '#areas/settings/index.ts';
import { type Decimal, decimal } from '#core/decimal.ts';
import type { Tx } from '#platform/db/database.ts';
import { planScheduledWork } from '#platform/db/scheduled-work.ts';
import type { Org } from '#platform/http/operation.ts';
import type { MoneyContext } from './move-money.ts';
import type { WalletRow } from './store/wallets.ts';

/**
 * Scheduled work of the area that tops up wallets: a wallet is below its threshold. Payload `{ accountId }`.
 */
export const WALLET_LOW = 'wallets.low';
/** After the payments of the same instant. */
const RANK = 67;

/** The threshold, amount and limits of an automatic top-up. */
export interface AutoTopup {
  threshold: Decimal;
  topupAmount: Decimal;
  maxPerDay: number;
  maxPerMonth: number;
}

/** Returns null if the account has no automatic top-up. */
export async function findAutoTopup(tx: Tx, org: Org, accountId: string): Promise<AutoTopup | null> {
  const candidates = [{ entityType: 'ACCOUNT', entityId: accountId } as const];
  const wanted = { namespace: 'PLATFORM', id: 'WALLET_AUTO_TOPUP', candidates };
  const text = await findSettingValue(tx, org, wanted);
  const value = text === null ? null : JSON.parse(text);
  if (!value?.enabled) return null;
  const { threshold, topupAmount, maxPerDay, maxPerMonth } = value;
  return {
    ...{ threshold: decimal(threshold), topupAmount: decimal(topupAmount) },
    ...{ maxPerDay: Number(maxPerDay), maxPerMonth: Number(maxPerMonth) },
  };
}

/**
 * After every debit and hold, which may leave less than the account's threshold (`money-platform.md` 14.4).
 */
export async function planWhenLow(
  { tx, org, now }: MoneyContext,
  { accountId, balance }: Pick<WalletRow, 'accountId' | 'balance'>,
): Promise<void> {
  const terms = await findAutoTopup(tx, org, accountId);
  if (!terms || balance.gte(terms.threshold)) return;
  const work = { kind: WALLET_LOW, key: accountId, dueAt: now, rank: RANK, payload: { accountId } };
  await planScheduledWork(tx, org, { ...work, now });
}
