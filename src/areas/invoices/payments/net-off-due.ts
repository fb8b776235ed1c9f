import { lockAccount } from '#areas/accounts/index.ts';
import { findWallet, lockWallet } from '#areas/wallets/index.ts';
import { readText, type StoredScheduledWork } from '#platform/db/scheduled-work.ts';
import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';
import { listOwedInOrder, lockOwedInvoices } from '../store/allocations.ts';
import { findInvoice } from '../store/invoices.ts';
import { netOff, paysByItself } from './net-off.ts';

/** Maximum invoices paid per work item. */
const MAX = 200;

/** Pays the due invoices of an account from its newly funded wallet, earliest due date first. Idempotent. */
export async function netOffDue(
  context: ScheduledWorkContext,
  payload: StoredScheduledWork['payload'],
): Promise<void> {
  const { tx, org } = context;
  const accountId = readText(payload, 'accountId');
  await lockAccount(tx, org, accountId);
  const found = await findWallet(tx, org, accountId);
  if (!found || !(await paysByItself(context, found))) return;
  // Locks the account's invoices before its wallet, in the common lock order.
  await lockOwedInvoices(tx, org, accountId);
  let wallet = await lockWallet(tx, org, accountId);
  for (const id of await listOwedInOrder(tx, org, { accountId, limit: MAX })) {
    const invoice = await findInvoice(tx, org, id);
    if (!wallet || !invoice || wallet.balance.isZero()) return;
    ({ wallet } = await netOff(context, { invoice, wallet }));
  }
}
