import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import {
  findGroupOfComposites,
  type InvoiceGroupRow,
  listPlanGraceDays,
  lockGroupOfComposites,
} from './store/groups.ts';
import { findGroupIdAt } from './store/members.ts';

interface Membership {
  accountId: string;
  at: Temporal.Instant;
}

/**
 * The group that an account is in at an instant, locked to the end of the transaction; null for none. Members
 * leave under the same lock, so the membership is looked at once more behind it.
 */
export async function lockGroupOfAccount(
  tx: Tx,
  org: Org,
  membership: Membership,
): Promise<InvoiceGroupRow | null> {
  const id = await findGroupIdAt(tx, org, membership);
  if (id === null) return null;
  const group = await lockGroupOfComposites(tx, org, id);
  return (await findGroupIdAt(tx, org, membership)) === id ? group : null;
}

/**
 * How many days after the end of a cycle the group of an account waits for all of its members: what it sets,
 * or else the longest grace period among their plans at the instant. Null for an account without a group.
 */
export async function findGroupGraceDays(tx: Tx, org: Org, membership: Membership): Promise<number | null> {
  const id = await findGroupIdAt(tx, org, membership);
  const group = id === null ? null : await findGroupOfComposites(tx, org, id);
  if (!group) return null;
  if (group.gracePeriod !== null) return group.gracePeriod;
  const days = await listPlanGraceDays(tx, org, { groupIds: [group.id], at: membership.at });
  return days.get(group.id) ?? 0;
}
