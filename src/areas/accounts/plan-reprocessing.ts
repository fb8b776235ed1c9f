import type { Tx } from '#platform/db/database.ts';
import { planScheduledWork } from '#platform/db/scheduled-work.ts';
import type { Org } from '#platform/http/operation.ts';

/**
 * Kind of scheduled work with payload `{ accountId }`: processes events that were waiting for the account.
 */
export const REPROCESS_EVENTS = 'usage.reprocess';

const RANK = 50;

/** Schedules it for an account that was created or activated or received an alias. */
export function planReprocessing(
  tx: Tx,
  org: Org,
  { accountId, now }: { accountId: string; now: Temporal.Instant },
): Promise<void> {
  return planScheduledWork(tx, org, {
    kind: REPROCESS_EVENTS,
    key: accountId,
    dueAt: now,
    rank: RANK,
    payload: { accountId },
    now,
  });
}
