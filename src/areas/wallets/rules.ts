import { ZERO } from '#core/decimal.ts';
import type { EntryRow, WalletRow } from './store/wallets.ts';

/** The wallet as it is on the wire. */
export function describeWallet({ currency, ...row }: WalletRow) {
  return { ...row, creditUnit: currency, holdAmount: ZERO };
}

/** An entry as it is on the wire. */
export function describeEntry({ accountId, ...row }: EntryRow, { id: walletId }: Pick<WalletRow, 'id'>) {
  return { ...row, walletId, status: 'COMPLETED' as const };
}
