import { debitWallet, findAutoNetOff, isUsable, type WalletRow } from '#areas/wallets/index.ts';
import { Decimal } from '#core/decimal.ts';
import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';
import type { StoredInvoice } from '../store/invoices.ts';
import { allocate, outstandingOf } from './allocate.ts';

/** Pays a locked invoice from a locked wallet, up to both balances and to `most`. */
export async function netOff<T extends StoredInvoice>(
  context: ScheduledWorkContext,
  { invoice, wallet, max }: { invoice: T; wallet: WalletRow; max?: Decimal },
): Promise<{ invoice: T; wallet: WalletRow }> {
  if (!mayUseWallet(invoice)) return { invoice, wallet };
  const lacks = Decimal.min(outstandingOf(invoice), max ?? outstandingOf(invoice));
  const amount = Decimal.min(wallet.balance, lacks);
  if (amount.lte(0)) return { invoice, wallet };
  const { accountId } = wallet;
  const move = { amount, kind: 'NET_OFF', book: 'INVOICES', entityId: invoice.id } as const;
  const moved = await debitWallet(context, wallet, { ...move, description: 'Invoice' });
  const { movementId } = moved;
  const paid = await allocate(context, invoice, { accountId, kind: 'WALLET', movementId, amount });
  return { invoice: paid, wallet: moved.wallet };
}

/** A custom invoice may exclude automatic payment from the wallet. */
function mayUseWallet({
  appliesWallet = true,
}: Pick<StoredInvoice, 'id'> & { appliesWallet?: boolean }): boolean {
  return appliesWallet;
}

/** Whether a wallet automatically pays invoices that fall due (`money-platform.md` 14.3). */
export async function paysByItself(
  { tx, org, now }: Pick<ScheduledWorkContext, 'tx' | 'org' | 'now'>,
  wallet: WalletRow,
): Promise<boolean> {
  if (!isUsable(wallet, now) || wallet.balance.lte(0)) return false;
  return findAutoNetOff(tx, org, wallet.accountId);
}
