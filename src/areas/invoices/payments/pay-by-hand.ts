import { listMemberIds } from '#areas/invoice-groups/index.ts';
import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';
import { listMergedInvoices } from '../store/composites.ts';
import type { StoredInvoice } from '../store/invoices.ts';
import { payOutstanding } from './pay-outstanding.ts';
import { groupHasNoPayer } from './problems.ts';

/**
 * Records a payment of what a locked invoice lacks, by hand. What a group owes is paid in the name of the
 * first of its members; raises `groupHasNoPayer` when it has none any more.
 */
export async function payByHand(
  context: ScheduledWorkContext,
  invoice: StoredInvoice,
  by: string,
): Promise<void> {
  const id = await findPayer(context, invoice);
  if (id === null) throw groupHasNoPayer({ id: invoice.id });
  await payOutstanding(context, invoice, { account: { id }, by });
}

/**
 * The account in whose name an invoice is paid: its own, and of a group the first of those that are in it.
 * Null when there is none any more.
 */
export async function findPayer(
  { tx, org }: Pick<ScheduledWorkContext, 'tx' | 'org'>,
  { id, accountId, groupId, invoiceType }: StoredInvoice,
): Promise<string | null> {
  if (accountId !== null) return accountId;
  if (invoiceType === 'COMPOSITE') {
    const accountIds = (await listMergedInvoices(tx, org, id)).map((member) => member.accountId);
    return accountIds.sort()[0] ?? null;
  }
  const [member] = await listMemberIds(tx, org, { groupId: groupId ?? '', after: '', limit: 1 });
  return member ?? null;
}
