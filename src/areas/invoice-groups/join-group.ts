import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { newId } from '#platform/ids.ts';
import { planGroupChanged } from './plan-group-changed.ts';
import { invoiceGroupNotFound } from './problems.ts';
import { resolveAccounts, selectJoining } from './rules.ts';
import {
  changeAccountsCount,
  findInvoiceGroup,
  type InvoiceGroupRow,
  insertGroup,
  lockInvoiceGroup,
} from './store/groups.ts';
import { insertMembers, listCurrentGroups, lockCandidates } from './store/members.ts';
import type { InvoiceGroupsTable } from './tables.ts';

type Terms = Pick<
  InvoiceGroupsTable,
  'name' | 'email' | 'dailyInvoiceConsolidation' | 'netTermDays' | 'gracePeriod' | 'address' | 'taxIds'
>;

/**
 * Creates a group of accounts with one shared currency, which becomes the group's. Raises the problems of
 * `selectJoining`.
 */
export async function openGroup(
  tx: Tx,
  org: Org,
  opened: { terms: Terms; accountIds: readonly string[]; now: Temporal.Instant },
): Promise<InvoiceGroupRow> {
  const { terms, now } = opened;
  const accounts = resolveAccounts(opened.accountIds, await lockCandidates(tx, org, opened.accountIds));
  const current = await listCurrentGroups(
    tx,
    org,
    accounts.map(({ id }) => id),
  );
  const invoiceCurrency = accounts[0]?.invoiceCurrency ?? '';
  const joining = selectJoining(accounts, {
    group: { id: null, invoiceCurrency, accountsCount: 0 },
    current,
  });
  const id = newId('inv_group', now);
  const keys = { orgId: org.orgId, id, createdAt: now, updatedAt: now };
  const group = await insertGroup(tx, { ...terms, ...keys, invoiceCurrency, accountsCount: joining.length });
  await insertMembers(tx, org, { groupId: id, accountIds: joining, now });
  await planGroupChanged(tx, org, { groupId: id, now });
  return group;
}

/**
 * Adds those of the accounts that are not members yet, all or none. Locks accounts before the group, like
 * the archiving of an account. Raises `invoiceGroupNotFound` and the problems of `selectJoining`.
 */
export async function joinGroup(
  tx: Tx,
  org: Org,
  joined: { groupId: string; accountIds: readonly string[]; now: Temporal.Instant },
): Promise<InvoiceGroupRow> {
  const { groupId, now } = joined;
  if (!(await findInvoiceGroup(tx, org, groupId))) throw invoiceGroupNotFound({ id: groupId });
  const accounts = resolveAccounts(joined.accountIds, await lockCandidates(tx, org, joined.accountIds));
  const group = await lockInvoiceGroup(tx, org, groupId);
  if (!group) throw invoiceGroupNotFound({ id: groupId });
  const ids = accounts.map(({ id }) => id);
  const joining = selectJoining(accounts, { group, current: await listCurrentGroups(tx, org, ids) });
  if (joining.length === 0) return group;
  await insertMembers(tx, org, { groupId, accountIds: joining, now });
  await planGroupChanged(tx, org, { groupId, now });
  return changeAccountsCount(tx, org, { id: groupId, by: joining.length, now });
}
