import { listMemberIds } from '#areas/invoice-groups/index.ts';
import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';
import { listMergedInvoices } from '../store/composites.ts';
import type { StoredInvoice } from '../store/invoices.ts';
import { payOutstanding } from './pay-outstanding.ts';
import { groupHasNoPayer } from './problems.ts';

/**
 * Records a manual payment of the outstanding amount of a locked invoice. The first member of a group is the
 * payer of its invoice. Raises `groupHasNoPayer` if the group has no members.
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
 * Returns the payer account of an invoice: its own account, or the first current member of its group; null
 * if the group has none.
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
