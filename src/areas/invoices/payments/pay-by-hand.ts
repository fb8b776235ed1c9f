import { listMemberIds } from '#areas/invoice-groups/index.ts';
import type { DueWorkContext } from '#platform/jobs/due-work.ts';
import type { StoredInvoice } from '../store/invoices.ts';
import { payOutstanding } from './pay-outstanding.ts';
import { groupHasNoPayer } from './problems.ts';

/**
 * Records a payment of what a locked invoice lacks, by hand. What a group owes is paid in the name of the
 * first of its members; raises `groupHasNoPayer` when it has none any more.
 */
export async function payByHand(context: DueWorkContext, invoice: StoredInvoice, by: string): Promise<void> {
  const id = invoice.accountId ?? (await findMember(context, invoice));
  await payOutstanding(context, invoice, { account: { id }, by });
}

async function findMember(
  { tx, org }: Pick<DueWorkContext, 'tx' | 'org'>,
  { id, groupId }: StoredInvoice,
): Promise<string> {
  const [member] = await listMemberIds(tx, org, { groupId: groupId ?? '', after: '', limit: 1 });
  if (member === undefined) throw groupHasNoPayer({ id });
  return member;
}
