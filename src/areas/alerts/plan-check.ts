import { cancelScheduledWork, planScheduledWork } from '#platform/db/scheduled-work.ts';
import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';
import { expiryOf } from './rules.ts';
import type { AlertRow } from './store/alerts.ts';
import { findFirstEnd } from './store/incidents.ts';

export const CHECK_ALERT = 'alerts.check';
/** After everything else that is due at the same instant, such as the closing and opening of cycles. */
const RANK = 80;

/**
 * Plans the one piece that an alert has: its next tick, its expiry or the end of an open incident, whatever
 * comes first. Ticks are not spread by chance: pieces of one organization follow each other anyway.
 */
export async function planCheck(
  { tx, org, now }: Pick<ScheduledWorkContext, 'tx' | 'org' | 'now'>,
  alert: AlertRow,
): Promise<void> {
  const work = { kind: CHECK_ALERT, key: alert.id };
  if (alert.status === 'INACTIVE') return cancelScheduledWork(tx, org, work);
  const ends = [alert.nextTickAt, expiryOf(alert), await findFirstEnd(tx, org, alert.id)];
  const [dueAt] = ends.filter((end) => end !== null).sort(Temporal.Instant.compare);
  if (!dueAt) throw new Error(`alert ${alert.id} is active and has no next tick`);
  await planScheduledWork(tx, org, { ...work, dueAt, rank: RANK, payload: { alertId: alert.id }, now });
}
