import { getAccount, lockOpenAccount } from '#areas/accounts/index.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { findAutoNetOff } from './auto-net-off.ts';
import { walletNotFound } from './problems.ts';
import { describeWallet } from './rules.ts';
import { findWallet, lockWallet, type WalletRow } from './store/wallets.ts';

/** Raises `accountNotFound`, or `walletNotFound` for an account that was never active. */
export async function getWalletOf(tx: Tx, org: Org, accountId: string): Promise<WalletRow> {
  const { id } = await getAccount(tx, org, accountId);
  const wallet = await findWallet(tx, org, id);
  if (!wallet) throw walletNotFound({ accountId: id });
  return wallet;
}

/** The same in wire form. */
export async function showWallet(tx: Tx, org: Org, accountId: string) {
  const wallet = await getWalletOf(tx, org, accountId);
  return describeWallet(wallet, { autoNetOff: await findAutoNetOff(tx, org, wallet.accountId) });
}

/** The same as a row to change, locked after the account; also raises `accountArchived`. */
export async function lockWalletOf(tx: Tx, org: Org, accountId: string): Promise<WalletRow> {
  const { id } = await lockOpenAccount(tx, org, accountId);
  const wallet = await lockWallet(tx, org, id);
  if (!wallet) throw walletNotFound({ accountId: id });
  return wallet;
}
