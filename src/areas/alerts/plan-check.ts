import { cancelScheduledWork, planScheduledWork } from '#platform/db/scheduled-work.ts';
import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';
import { expiryOf } from './rules.ts';
import type { AlertRow } from './store/alerts.ts';
import { findFirstEnd } from './store/incidents.ts';

export const CHECK_ALERT = 'alerts.check';
/** Runs after all other work of the same instant, such as closing and opening cycles. */
const RANK = 80;

/**
 * Schedules the alert's single piece of work: its next tick, its expiry or the end of an open incident,
 * whichever comes first. Ticks need no jitter, because an organization's pieces run one after the other.
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
