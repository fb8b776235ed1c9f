import type { Tx } from '#platform/db/database.ts';
import type { StoredScheduledWork } from '#platform/db/scheduled-work.ts';
import type { Org } from '#platform/http/operation.ts';
import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';
import { planGroupChanged } from './plan-group-changed.ts';
import { groupHasOpenComposite, invoiceGroupNotFound } from './problems.ts';
import { resolveAccounts } from './rules.ts';
import { changeAccountsCount, hasOpenComposite, lockInvoiceGroup } from './store/groups.ts';
import { endMemberships, listCandidates, listCurrentGroups } from './store/members.ts';

interface Leaving {
  groupId: string;
  accountIds: readonly string[];
  now: Temporal.Instant;
}

/**
 * Removes accounts from a group from now on; skips those that are not in it. The group ends with its last
 * account. Raises `invoiceGroupNotFound`, `accountNotFound` or `groupHasOpenComposite`.
 */
export async function leaveGroup(tx: Tx, org: Org, left: Leaving): Promise<void> {
  const { groupId, now } = left;
  const group = await lockInvoiceGroup(tx, org, groupId);
  if (!group) throw invoiceGroupNotFound({ id: groupId });
  const accounts = resolveAccounts(left.accountIds, await listCandidates(tx, org, left.accountIds));
  const count = await takeOut(tx, org, { groupId, accountIds: accounts.map(({ id }) => id), now });
  const isEnd = count > 0 && count === group.accountsCount;
  if (isEnd && (await hasOpenComposite(tx, org, groupId))) throw groupHasOpenComposite({ id: groupId });
}

/**
 * Removes an archived account from its group, which continues without it or ends. An open composite of the
 * group is still issued.
 */
export async function leaveWhenArchived(
  { tx, org, now }: ScheduledWorkContext,
  { accountId }: StoredScheduledWork['payload'],
): Promise<void> {
  const accountIds = [String(accountId)];
  for (const { groupId } of await listCurrentGroups(tx, org, accountIds)) {
    await lockInvoiceGroup(tx, org, groupId);
    await takeOut(tx, org, { groupId, accountIds, now });
  }
}

/** Returns the number of accounts that were in the group, which the caller has locked. */
async function takeOut(tx: Tx, org: Org, { groupId, accountIds, now }: Leaving): Promise<number> {
  const left = await endMemberships(tx, org, { groupId, accountIds, now });
  if (left.length === 0) return 0;
  await changeAccountsCount(tx, org, { id: groupId, by: -left.length, now });
  await planGroupChanged(tx, org, { groupId, accountIds: left, now });
  return left.length;
}
