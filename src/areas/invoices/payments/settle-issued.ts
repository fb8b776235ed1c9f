import { findOrgSetting } from '#areas/settings/index.ts';
import { creditWallet, lockWallet, takeHold, type WalletRow } from '#areas/wallets/index.ts';
import type { DueWorkContext } from '#platform/jobs/due-work.ts';
import { addMetadata } from '../store/changes.ts';
import { findInvoice, type StoredInvoice } from '../store/invoices.ts';
import { allocate } from './allocate.ts';
import { netOff, paysByItself } from './net-off.ts';

/**
 * What the wallet of an account has to do with an invoice that has just been issued: it gives what was held
 * for it and what else it lacks, and takes what a negative one owes the account. Who issues locks the wallet
 * before it takes a number, as everybody does. A wallet without money costs one statement.
 */
export async function settleIssued(
  context: DueWorkContext,
  { id, wallet }: { id: string; wallet: WalletRow | null },
): Promise<void> {
  if (!wallet) return;
  const issued = await findInvoice(context.tx, context.org, id);
  if (!issued) return;
  const { totalAmount, metadata } = issued;
  // One that goes to who paid says itself how much of it the wallet has.
  if (totalAmount.isNegative() && metadata.refundMode !== 'PAYMENT')
    await giveBack(context, { invoice: issued, wallet });
  const afterHold = await spendHold(context, { invoice: issued, wallet });
  if (!(await paysByItself(context, afterHold.wallet))) return;
  await netOff(context, afterHold);
}

/** Null when the wallet has no part in an invoice of this total. */
export async function lockWalletOfIssued(
  { tx, org }: Pick<DueWorkContext, 'tx' | 'org'>,
  { accountId, total }: { accountId: string; total: StoredInvoice['totalAmount'] },
): Promise<WalletRow | null> {
  const wallet = await lockWallet(tx, org, accountId);
  if (!wallet) return null;
  const hasPart = total.isNegative() || wallet.balance.gt(0) || wallet.holdAmount.gt(0);
  return hasPart ? wallet : null;
}

async function spendHold(
  context: DueWorkContext,
  { invoice, wallet }: { invoice: StoredInvoice; wallet: WalletRow },
): Promise<{ invoice: StoredInvoice; wallet: WalletRow }> {
  const { id: invoiceId, totalAmount: total } = invoice;
  const taken = await takeHold(context, wallet, { invoiceId, total });
  if (!taken) return { invoice, wallet };
  const { movementId, amount, wallet: left } = taken;
  if (amount.isZero()) return { invoice, wallet: left };
  const allocation = { accountId: wallet.accountId, kind: 'WALLET', movementId, amount } as const;
  return { invoice: await allocate(context, invoice, allocation), wallet: left };
}

type GivenBack = Pick<StoredInvoice, 'id' | 'totalAmount'> & Partial<Pick<StoredInvoice, 'metadata'>>;

/** What an invoice owes the account goes to its wallet, unless the organization gives it back itself. */
export async function giveBack(
  context: DueWorkContext,
  { invoice, wallet }: { invoice: GivenBack; wallet: WalletRow },
): Promise<void> {
  const { tx, org, now } = context;
  const { id, totalAmount, metadata: noted } = invoice;
  const policy = await findOrgSetting(tx, org, 'NEGATIVE_INVOICE_POLICY');
  if (policy === 'EXTERNAL' && noted?.refundMode !== 'WALLET') {
    const metadata = { refundDue: 'the total is negative, and the organization refunds it itself' };
    return addMetadata(tx, org, { id, metadata, now });
  }
  await creditWallet(context, wallet, {
    ...{ amount: totalAmount.negated(), kind: 'NEGATIVE_INVOICE', book: 'INVOICES' },
    ...{ entityId: id, description: 'Negative invoice', isOwed: true },
  });
}
