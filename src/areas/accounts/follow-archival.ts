import type { Tx } from '#platform/db/database.ts';
import { planScheduledWork } from '#platform/db/scheduled-work.ts';
import type { Org } from '#platform/http/operation.ts';

/**
 * Kinds of scheduled work with payload `{ accountId }`: an account was archived. One for each area above that
 * has something to end then, because a kind is done by one area.
 */
export const ACCOUNT_ARCHIVED = {
  credits: 'accounts.archived.credits',
  groups: 'accounts.archived.groups',
  alerts: 'accounts.archived.alerts',
  portal: 'accounts.archived.portal',
} as const;

/** Those that an area does; work that nobody does would be parked for an operator. */
export const FOLLOWED = [ACCOUNT_ARCHIVED.credits, ACCOUNT_ARCHIVED.groups, ACCOUNT_ARCHIVED.alerts] as const;

/** Before everything else that is due at the instant. */
const RANK = 5;

/** Tells the areas above, in the transaction that archives. */
export async function planArchivalFollowers(
  tx: Tx,
  org: Org,
  { accountIds, now }: { accountIds: readonly string[]; now: Temporal.Instant },
): Promise<void> {
  const plan = (kind: string, accountId: string) =>
    planScheduledWork(tx, org, { kind, key: accountId, dueAt: now, rank: RANK, payload: { accountId }, now });
  await Promise.all(accountIds.flatMap((id) => FOLLOWED.map((kind) => plan(kind, id))));
}
