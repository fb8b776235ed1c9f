import type { Tx } from '#platform/db/database.ts';
import { planScheduledWork } from '#platform/db/scheduled-work.ts';
import type { Org } from '#platform/http/operation.ts';

/** Scheduled work of the billing area: an account's live timeline has changed. Payload: `{ accountId }`. */
export const SCHEDULES_CHANGED = 'schedules.changed';

/** Schedules the billing area's follow-up to a timeline change, in the transaction of that change. */
export function planSchedulesChanged(
  tx: Tx,
  org: Org,
  change: { accountId: string; now: Temporal.Instant },
): Promise<void> {
  const { accountId, now } = change;
  const work = { kind: SCHEDULES_CHANGED, key: accountId, dueAt: now, rank: 10, payload: { accountId } };
  return planScheduledWork(tx, org, { ...work, now });
}
