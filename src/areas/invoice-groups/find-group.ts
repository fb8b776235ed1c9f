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
 * Returns the group of an account at an instant, locked until the transaction ends; null if there is none.
 * Members leave under the same lock, so the membership is read again after locking.
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
 * Returns the grace period, in days after the end of a cycle, of the group of an account: its own setting,
 * or else the longest grace period among the members' plans at the instant. Null for an account without a
 * group.
 */
export async function findGroupGraceDays(tx: Tx, org: Org, membership: Membership): Promise<number | null> {
  const id = await findGroupIdAt(tx, org, membership);
  const group = id === null ? null : await findGroupOfComposites(tx, org, id);
  if (!group) return null;
  if (group.gracePeriod !== null) return group.gracePeriod;
  const days = await listPlanGraceDays(tx, org, { groupIds: [group.id], at: membership.at });
  return days.get(group.id) ?? 0;
}
