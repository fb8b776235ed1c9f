import { lockWallets, type WalletRow } from '#areas/wallets/index.ts';
import { Decimal, decimal, ZERO } from '#core/decimal.ts';
import type { InvoiceDocument } from '#core/invoice/index.ts';
import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';
import { type CompositeRow, findComposite, type MemberRow } from '../store/composites.ts';
import { netOff, paysByItself } from './net-off.ts';
import { giveBack, spendHold } from './settle-issued.ts';

/** Locks the wallets of the members, in the order of the accounts, before the composite takes its number. */
export function lockMemberWallets(
  { tx, org }: Pick<ScheduledWorkContext, 'tx' | 'org'>,
  members: readonly MemberRow[],
): Promise<WalletRow[]> {
  return lockWallets(tx, org, [...new Set(members.map(({ accountId }) => accountId))]);
}

/**
 * Pays a newly issued composite from the wallets of its members: first their holds for it, then, in the
 * order of the accounts, their free balance; each pays at most the total of its own invoices, and only those
 * that permit it. A negative total goes to the account with the largest credit (`money-platform.md` 10.9).
 */
export async function settleComposite(
  context: ScheduledWorkContext,
  issued: { id: string; members: readonly MemberRow[]; wallets: readonly WalletRow[] },
): Promise<void> {
  const { tx, org } = context;
  let invoice = await findComposite(tx, org, issued.id);
  if (!invoice) return;
  const totals = totalsByAccount(issued.members);
  const wallets: WalletRow[] = [];
  const spent = new Map<string, Decimal>();
  // Holds for this document are spent before free balances.
  for (const each of issued.wallets) {
    const before: Decimal = invoice.paidAmount;
    const { invoice: paid, wallet }: Spent = await spendHold(context, { invoice, wallet: each });
    spent.set(each.accountId, paid.paidAmount.minus(before));
    wallets.push(wallet);
    invoice = paid;
  }
  if (invoice.totalAmount.isNegative())
    return giveBack(context, { invoice, wallet: maxOwed(wallets, totals) });
  const payable = totalsByAccount(issued.members.filter(({ appliesWallet }) => appliesWallet));
  for (const wallet of wallets) {
    const { accountId } = wallet;
    const max = Decimal.min(totals.get(accountId) ?? ZERO, payable.get(accountId) ?? ZERO).minus(
      spent.get(accountId) ?? ZERO,
    );
    if (max.lte(0) || !(await paysByItself(context, wallet))) continue;
    ({ invoice } = await netOff(context, { invoice, wallet, max }));
  }
}

type Spent = { invoice: CompositeRow; wallet: WalletRow };

function totalsByAccount(members: readonly MemberRow[]): Map<string, Decimal> {
  const totals = new Map<string, Decimal>();
  for (const { accountId, document } of members) {
    const { totalAmount } = JSON.parse(document) as InvoiceDocument;
    totals.set(accountId, (totals.get(accountId) ?? ZERO).plus(decimal(totalAmount)));
  }
  return totals;
}

/** Returns the first account with the least total, in the order of the wallets' accounts. */
function maxOwed(wallets: readonly WalletRow[], totals: ReadonlyMap<string, Decimal>): WalletRow | null {
  const totalOf = ({ accountId }: WalletRow) => totals.get(accountId) ?? ZERO;
  return wallets.toSorted((a, b) => totalOf(a).cmp(totalOf(b)))[0] ?? null;
}
