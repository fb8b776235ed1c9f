import { startOfDay } from '#core/period-zone.ts';
import type { Tx } from '#platform/db/database.ts';
import { planScheduledWork } from '#platform/db/scheduled-work.ts';
import type { Org } from '#platform/http/operation.ts';

/** The context of every ledger change: its transaction, and the clock of its organization. */
export interface LedgerContext {
  tx: Tx;
  org: Org;
  now: Temporal.Instant;
}

/**
 * Scheduled work of the invoices area, payload `{ accountId }`: the credits that the account may spend have
 * changed.
 */
export const CREDITS_CHANGED = 'credits.changed';
/** The same, payload `{ creditId, accountId }`: the last day of the credit is over. */
export const EXPIRE_CREDIT = 'credits.expire';

const [EXPIRY_RANK, CHANGE_RANK] = [40, 60];

export async function planCreditsChanged(
  { tx, org, now }: LedgerContext,
  accountIds: Iterable<string>,
): Promise<void> {
  const plan = (accountId: string) =>
    planScheduledWork(tx, org, {
      kind: CREDITS_CHANGED,
      key: accountId,
      dueAt: now,
      rank: CHANGE_RANK,
      payload: { accountId },
      now,
    });
  await Promise.all([...new Set(accountIds)].map(plan));
}

/** At the first instant of the local day after the last one. */
export function planExpiry(
  { tx, org, now }: LedgerContext,
  credit: { id: string; accountId: string; lastDay: Temporal.PlainDate; timeZone: string },
): Promise<void> {
  const { id, accountId, lastDay, timeZone } = credit;
  return planScheduledWork(tx, org, {
    kind: EXPIRE_CREDIT,
    key: id,
    dueAt: startOfDay(lastDay.add({ days: 1 }), timeZone),
    rank: EXPIRY_RANK,
    payload: { creditId: id, accountId },
    now,
  });
}
