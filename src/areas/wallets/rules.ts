import type { EntryRow, WalletRow } from './store/wallets.ts';

/** The wallet as it is on the wire. */
export function describeWallet({ currency, ...row }: WalletRow, metadata: { autoNetOff: boolean }) {
  return { ...row, creditUnit: currency, metadata };
}

/** An entry as it is on the wire. */
export function describeEntry({ accountId, ...row }: EntryRow, { id: walletId }: Pick<WalletRow, 'id'>) {
  return { ...row, walletId };
}

/** Whether money may be taken out now. */
export function isUsable(wallet: WalletRow, now: Temporal.Instant): boolean {
  return wallet.status === 'ACTIVE' && Temporal.Instant.compare(wallet.effectiveFrom, now) <= 0;
}
