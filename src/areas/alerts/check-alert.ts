import { getOrganization } from '#areas/organizations/index.ts';
import { publishEvent } from '#areas/webhooks/index.ts';
import { readDatabaseClock } from '#platform/db/scheduled-work.ts';
import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';
import { endIncidents } from './end-incidents.ts';
import { moveIncidents } from './move-incidents.ts';
import { observe, observeEnded } from './observe.ts';
import { planCheck } from './plan-check.ts';
import { expiryOf } from './rules.ts';
import { type IncidentBook, runCheck } from './run-check.ts';
import { stopAlert } from './stop-alert.ts';
import { type AlertRow, lockAlert, updateAlert } from './store/alerts.ts';
import { nextTick } from './ticks.ts';

/**
 * Runs what is due for an alert: expires it, evaluates at a tick the periods that have ended, closes
 * incidents whose validity is over, and evaluates the current condition (`runCheck`).
 */
export async function checkAlert(context: ScheduledWorkContext, alertId: string): Promise<void> {
  const { tx, org, now } = context;
  const alert = await lockAlert(tx, org, alertId);
  if (alert?.status !== 'ACTIVE') return;
  if (isDue(expiryOf(alert), now)) {
    publishEvent(tx, org, { type: 'alert.expired', id: alertId, now, previous: { status: 'ACTIVE' } });
    return stopAlert(context, alert);
  }
  const [{ timezone }, clock] = await Promise.all([getOrganization(tx, org), readDatabaseClock(tx, org)]);
  const incidents = storedIncidents(context, alert, timezone);
  if (!isDue(alert.nextTickAt, now)) {
    await runCheck({ ended: [], current: null }, incidents);
    return planCheck(context, alert);
  }
  const ended = await observeEnded(context, alert, timezone);
  await runCheck({ ended, current: await observe(context, alert, timezone) }, incidents);
  // Starts from the clock rather than the tick: after a pause one check replaces all missed ones.
  const from = Temporal.Instant.compare(clock, now) > 0 ? clock : now;
  const set = { checkedAt: now, nextTickAt: nextTick(from, alert.intervalMinutes, timezone) };
  await planCheck(context, await updateAlert(tx, org, { id: alert.id, set }));
}

function storedIncidents(context: ScheduledWorkContext, alert: AlertRow, timeZone: string): IncidentBook {
  return {
    move: (sight) => moveIncidents(context, { alert, sight, timeZone }),
    endOver: () => endIncidents(context, { alert, which: 'OVER', closedBy: 'END' }),
  };
}

function isDue(at: Temporal.Instant | null, now: Temporal.Instant): boolean {
  return at !== null && Temporal.Instant.compare(at, now) <= 0;
}
