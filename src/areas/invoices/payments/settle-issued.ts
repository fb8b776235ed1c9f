import { listMemberIds } from '#areas/invoice-groups/index.ts';
import { findOrgSetting } from '#areas/settings/index.ts';
import { creditWallet, lockWallet, takeHold, type WalletRow } from '#areas/wallets/index.ts';
import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';
import { addMetadata } from '../store/changes.ts';
import { findInvoice, type StoredInvoice } from '../store/invoices.ts';
import { allocate, outstandingOf } from './allocate.ts';
import { netOff, paysByItself } from './net-off.ts';

type Total = StoredInvoice['totalAmount'];

/**
 * Settles a newly issued invoice with the account's wallet: spends its hold and pays the rest, or credits
 * the wallet with a negative total. The issue locks the wallet before it takes a number, in the common lock
 * order. A wallet without money costs one statement.
 */
export async function settleIssued(
  context: ScheduledWorkContext,
  { id, total, wallet }: { id: string; total: Total; wallet: WalletRow | null },
): Promise<void> {
  if (!wallet && !total.isNegative()) return;
  const issued = await findInvoice(context.tx, context.org, id);
  if (!issued) return;
  // A note that refunds the payers determines the wallet's part itself.
  if (total.isNegative() && issued.metadata.refundMode !== 'PAYMENT')
    await giveBack(context, { invoice: issued, wallet });
  if (!wallet) return;
  const afterHold = await spendHold(context, { invoice: issued, wallet });
  if (!(await paysByItself(context, afterHold.wallet))) return;
  await netOff(context, afterHold);
}

/**
 * Locks the wallet of the account. No wallet pays a group's manual invoice, and its negative total goes to
 * the first member, who is also the payer. Returns null if the wallet is not involved in an invoice of this
 * total.
 */
export async function lockWalletOfIssued(
  context: Pick<ScheduledWorkContext, 'tx' | 'org'>,
  { invoice, total }: { invoice: Pick<StoredInvoice, 'accountId' | 'groupId'>; total: Total },
): Promise<WalletRow | null> {
  const { tx, org } = context;
  const { accountId, groupId } = invoice;
  if (accountId === null) return total.isNegative() ? lockWalletOfGroup(context, groupId ?? '') : null;
  const wallet = await lockWallet(tx, org, accountId);
  if (!wallet) return null;
  const hasPart = total.isNegative() || wallet.balance.gt(0) || wallet.holdAmount.gt(0);
  return hasPart ? wallet : null;
}

/** Returns null if the group has no members any more. */
async function lockWalletOfGroup(
  { tx, org }: Pick<ScheduledWorkContext, 'tx' | 'org'>,
  groupId: string,
): Promise<WalletRow | null> {
  const [first] = await listMemberIds(tx, org, { groupId, after: '', limit: 1 });
  return first === undefined ? null : lockWallet(tx, org, first);
}

/** Spends a wallet's hold on an invoice up to its outstanding amount and releases the rest. */
export async function spendHold<T extends StoredInvoice>(
  context: ScheduledWorkContext,
  { invoice, wallet }: { invoice: T; wallet: WalletRow },
): Promise<{ invoice: T; wallet: WalletRow }> {
  const { id: invoiceId } = invoice;
  const total = outstandingOf(invoice);
  const taken = await takeHold(context, wallet, { invoiceId, total });
  if (!taken) return { invoice, wallet };
  const { movementId, amount, wallet: left } = taken;
  if (amount.isZero()) return { invoice, wallet: left };
  const allocation = { accountId: wallet.accountId, kind: 'WALLET', movementId, amount } as const;
  return { invoice: await allocate(context, invoice, allocation), wallet: left };
}

type GivenBack = Pick<StoredInvoice, 'id' | 'totalAmount'> & Partial<Pick<StoredInvoice, 'metadata'>>;

/**
 * Credits a negative total to the account's wallet, unless the organization refunds it itself, as it must
 * without a wallet.
 */
export async function giveBack(
  context: ScheduledWorkContext,
  { invoice, wallet }: { invoice: GivenBack; wallet: WalletRow | null },
): Promise<void> {
  const { tx, org, now } = context;
  const { id, totalAmount, metadata: noted } = invoice;
  const policy = await findOrgSetting(tx, org, 'NEGATIVE_INVOICE_POLICY');
  const isExternal = policy === 'EXTERNAL' && noted?.refundMode !== 'WALLET';
  if (isExternal || !wallet) {
    const because = isExternal ? 'the organization refunds such amounts itself' : 'no account can receive it';
    const metadata = { refundDue: `the total is negative, and ${because}` };
    return addMetadata(tx, org, { id, metadata, now });
  }
  await creditWallet(context, wallet, {
    ...{ amount: totalAmount.negated(), kind: 'NEGATIVE_INVOICE', book: 'INVOICES' },
    ...{ entityId: id, description: 'Negative invoice', isOwed: true },
  });
}
