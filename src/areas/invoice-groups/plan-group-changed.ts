import type { Tx } from '#platform/db/database.ts';
import { planScheduledWork } from '#platform/db/scheduled-work.ts';
import type { Org } from '#platform/http/operation.ts';

/**
 * Kinds of scheduled work: the due times of invoices of an account (payload `{ accountId }`) or of the
 * members of a group (`{ groupId, after }`, accounts after `after`) may have changed.
 */
export const ACCOUNT_GROUP_CHANGED = 'invoice_groups.account_changed';
export const GROUP_CHANGED = 'invoice_groups.changed';

/** Before invoices of the same instant are issued. */
const RANK = 15;

/** For accounts that left, and for the group, whose grace period may depend on the plans of its members. */
export async function planGroupChanged(
  tx: Tx,
  org: Org,
  changed: { groupId: string; accountIds?: readonly string[]; now: Temporal.Instant },
): Promise<void> {
  const { groupId, accountIds = [], now } = changed;
  const plan = (kind: string, key: string, payload: Record<string, string>) =>
    planScheduledWork(tx, org, { kind, key, dueAt: now, rank: RANK, payload, now });
  await Promise.all([
    ...accountIds.map((accountId) => plan(ACCOUNT_GROUP_CHANGED, accountId, { accountId })),
    plan(GROUP_CHANGED, groupId, { groupId, after: '' }),
  ]);
}
