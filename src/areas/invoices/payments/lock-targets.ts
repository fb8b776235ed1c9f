import type { AccountRow } from '#areas/accounts/index.ts';
import { findGroupIdAt, lockGroupOfComposites } from '#areas/invoice-groups/index.ts';
import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';
import { refreshAccountDrafts } from '../lifecycle/refresh-account.ts';
import { invoiceNotFound } from '../problems.ts';
import { isPartOf } from '../store/allocations.ts';
import { lockComposite } from '../store/composites.ts';
import { findInvoice, type StoredInvoice } from '../store/invoices.ts';
import { lockBill, lockInvoice } from '../store/lifecycle.ts';

type Context = Pick<ScheduledWorkContext, 'tx' | 'org' | 'now'>;

/**
 * Locks the invoices of a payment of a locked account and returns them by id: the account's own and those of
 * its group. `isOfRequest`: includes the target of a provider request made in the account's name. Lock
 * order: the drafts of the account, its invoices by id, then groups and their invoices. Raises
 * `invoiceNotFound` for another owner's invoice.
 */
export async function lockTargets(
  context: Context,
  account: Pick<AccountRow, 'id'>,
  { ids, isOfRequest = false }: { ids: readonly string[]; isOfRequest?: boolean },
): Promise<Map<string, StoredInvoice>> {
  const { tx, org } = context;
  const found: StoredInvoice[] = [];
  for (const id of [...new Set(ids)].sort())
    found.push(await findTarget(context, { accountId: account.id, id, isOfRequest }));
  // Holds match the current totals of drafts.
  if (found.some(({ status }) => status === 'DRAFT')) await refreshAccountDrafts(context, account.id);
  const own = found.filter(({ accountId }) => accountId !== null);
  const locked: (StoredInvoice | null)[] = [];
  for (const { id } of own) locked.push(await lockInvoice(tx, org, id));
  const ofGroups = found.filter(({ accountId }) => accountId === null);
  const groupIds = new Set(ofGroups.map(({ groupId }) => groupId as string));
  for (const id of [...groupIds].sort()) await lockGroupOfComposites(tx, org, id);
  for (const { id, invoiceType } of ofGroups)
    locked.push(await (invoiceType === 'COMPOSITE' ? lockComposite : lockBill)(tx, org, id));
  const rows = locked.filter((row) => row !== null);
  return new Map(rows.map((row) => [row.id, row]));
}

async function findTarget(
  context: Context,
  { accountId, id, isOfRequest }: { accountId: string; id: string; isOfRequest: boolean },
): Promise<StoredInvoice> {
  const { tx, org, now } = context;
  const invoice = await findInvoice(tx, org, id);
  if (!invoice) throw invoiceNotFound({ id });
  if (invoice.accountId === accountId) return invoice;
  // The request checked the owner, and the account may have left the group since.
  if (isOfRequest) return invoice;
  if (invoice.accountId !== null) throw invoiceNotFound({ id });
  const isMember = (await findGroupIdAt(tx, org, { accountId, at: now })) === invoice.groupId;
  if (isMember || (await isPartOf(tx, org, { accountId, compositeId: id }))) return invoice;
  throw invoiceNotFound({ id });
}
