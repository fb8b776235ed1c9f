import { getOrganization } from '#areas/organizations/index.ts';
import { publishEvent } from '#areas/webhooks/index.ts';
import { readDatabaseClock } from '#platform/db/scheduled-work.ts';
import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';
import { endIncidents } from './end-incidents.ts';
import { moveIncidents } from './move-incidents.ts';
import { observe, observeEnded } from './observe.ts';
import { planCheck } from './plan-check.ts';
import { expiryOf } from './rules.ts';
import { stopAlert } from './stop-alert.ts';
import { type AlertRow, lockAlert, updateAlert } from './store/alerts.ts';
import { nextTick } from './ticks.ts';

/**
 * Runs what is due for an alert: expires it, evaluates at a tick the periods that have ended, closes
 * incidents whose validity is over, and evaluates the current condition, in this order, so that no incident
 * outlives its period.
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
  const isTick = isDue(alert.nextTickAt, now);
  if (isTick) await lookBack(context, alert, timezone);
  await endIncidents(context, { alert, which: 'OVER', closedBy: 'END' });
  await planCheck(context, isTick ? await evaluate(context, alert, { timeZone: timezone, clock }) : alert);
}

/**
 * An incident that begins in a past period closes at once; an open one records the final value of the period.
 */
async function lookBack(context: ScheduledWorkContext, alert: AlertRow, timeZone: string): Promise<void> {
  for (const sight of await observeEnded(context, alert, timeZone)) {
    await moveIncidents(context, { alert, sight, timeZone });
    await endIncidents(context, { alert, which: 'OVER', closedBy: 'END' });
  }
}

async function evaluate(
  context: ScheduledWorkContext,
  alert: AlertRow,
  { timeZone, clock }: { timeZone: string; clock: Temporal.Instant },
): Promise<AlertRow> {
  const { tx, org, now } = context;
  const sight = await observe(context, alert, timeZone);
  // Starts from the clock rather than the tick: after a pause one check replaces all missed ones.
  const from = Temporal.Instant.compare(clock, now) > 0 ? clock : now;
  const set = { checkedAt: now, nextTickAt: nextTick(from, alert.intervalMinutes, timeZone) };
  const [changed] = await Promise.all([
    updateAlert(tx, org, { id: alert.id, set }),
    moveIncidents(context, { alert, sight, timeZone }),
  ]);
  return changed;
}

function isDue(at: Temporal.Instant | null, now: Temporal.Instant): boolean {
  return at !== null && Temporal.Instant.compare(at, now) <= 0;
}
