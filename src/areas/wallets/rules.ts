import type { EntryRow, WalletRow } from './store/wallets.ts';

/** Returns the wallet in wire form. */
export function describeWallet({ currency, ...row }: WalletRow, metadata: { autoNetOff: boolean }) {
  return { ...row, creditUnit: currency, metadata };
}

/** Returns an entry in wire form. */
export function describeEntry({ accountId, ...row }: EntryRow, { id: walletId }: Pick<WalletRow, 'id'>) {
  return { ...row, walletId };
}

/** Whether money can be debited now. */
export function isUsable(wallet: WalletRow, now: Temporal.Instant): boolean {
  return wallet.status === 'ACTIVE' && Temporal.Instant.compare(wallet.effectiveFrom, now) <= 0;
}
