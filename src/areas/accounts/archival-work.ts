import type { Tx } from '#platform/db/database.ts';
import { planScheduledWork } from '#platform/db/scheduled-work.ts';
import type { Org } from '#platform/http/operation.ts';

/**
 * Kinds of scheduled work with payload `{ accountId }`: an account was archived. Each higher area that must
 * react has its own kind, because one area handles each kind.
 */
export const ACCOUNT_ARCHIVED = {
  credits: 'accounts.archived.credits',
  groups: 'accounts.archived.groups',
  alerts: 'accounts.archived.alerts',
  portal: 'accounts.archived.portal',
} as const;

/** The kinds that an area handles; work without a handler would stay on hold for an operator. */
export const HANDLED = [ACCOUNT_ARCHIVED.credits, ACCOUNT_ARCHIVED.groups, ACCOUNT_ARCHIVED.alerts] as const;

/** Runs before all other work that is due at the instant. */
const RANK = 5;

/** Schedules the work of the higher areas in the transaction that archives the account. */
export async function planArchivalWork(
  tx: Tx,
  org: Org,
  { accountIds, now }: { accountIds: readonly string[]; now: Temporal.Instant },
): Promise<void> {
  const plan = (kind: string, accountId: string) =>
    planScheduledWork(tx, org, { kind, key: accountId, dueAt: now, rank: RANK, payload: { accountId }, now });
  await Promise.all(accountIds.flatMap((id) => HANDLED.map((kind) => plan(kind, id))));
}
