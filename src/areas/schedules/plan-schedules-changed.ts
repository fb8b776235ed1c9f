import type { Tx } from '#platform/db/database.ts';
import { planDueWork } from '#platform/db/due-work.ts';
import type { Org } from '#platform/http/operation.ts';

/** Due work of the area that bills: an account's live timeline has changed. Payload: `{ accountId }`. */
export const SCHEDULES_CHANGED = 'schedules.changed';

/** Tells whoever bills that an account's timeline has changed, in the transaction that changes it. */
export function planSchedulesChanged(
  tx: Tx,
  org: Org,
  change: { accountId: string; now: Temporal.Instant },
): Promise<void> {
  const { accountId, now } = change;
  const work = { kind: SCHEDULES_CHANGED, key: accountId, dueAt: now, rank: 10, payload: { accountId } };
  return planDueWork(tx, org, { ...work, now });
}
