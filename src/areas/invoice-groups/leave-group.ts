import type { Tx } from '#platform/db/database.ts';
import type { StoredDueWork } from '#platform/db/due-work.ts';
import type { Org } from '#platform/http/operation.ts';
import type { DueWorkContext } from '#platform/jobs/due-work.ts';
import { invoiceGroupNotFound } from './problems.ts';
import { resolveAccounts } from './rules.ts';
import { changeAccountsCount, lockInvoiceGroup } from './store/groups.ts';
import { endMemberships, listCandidates, listCurrentGroups } from './store/members.ts';

interface Leaving {
  groupId: string;
  accountIds: readonly string[];
  now: Temporal.Instant;
}

/**
 * Takes accounts out of a group from now on; those that are not in it stay as they are. The group ends with
 * its last account. Raises `invoiceGroupNotFound` or `accountNotFound`.
 */
export async function leaveGroup(tx: Tx, org: Org, left: Leaving): Promise<void> {
  const { groupId, now } = left;
  if (!(await lockInvoiceGroup(tx, org, groupId))) throw invoiceGroupNotFound({ id: groupId });
  const accounts = resolveAccounts(left.accountIds, await listCandidates(tx, org, left.accountIds));
  await takeOut(tx, org, { groupId, accountIds: accounts.map(({ id }) => id), now });
}

/** What follows from the archiving of an account: the group that it is in goes on without it. */
export async function leaveWhenArchived(
  { tx, org, now }: DueWorkContext,
  { accountId }: StoredDueWork['payload'],
): Promise<void> {
  const accountIds = [String(accountId)];
  for (const { groupId } of await listCurrentGroups(tx, org, accountIds)) {
    await lockInvoiceGroup(tx, org, groupId);
    await takeOut(tx, org, { groupId, accountIds, now });
  }
}

/** The caller has locked the group. */
async function takeOut(tx: Tx, org: Org, { groupId, accountIds, now }: Leaving): Promise<void> {
  const left = await endMemberships(tx, org, { groupId, accountIds, now });
  if (left.length > 0) await changeAccountsCount(tx, org, { id: groupId, by: -left.length, now });
}
