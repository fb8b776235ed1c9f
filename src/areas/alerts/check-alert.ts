import { getOrganization } from '#areas/organizations/index.ts';
import { tellEvent } from '#areas/webhooks/index.ts';
import { readDatabaseClock } from '#platform/db/due-work.ts';
import type { DueWorkContext } from '#platform/jobs/due-work.ts';
import { endIncidents } from './end-incidents.ts';
import { moveIncidents } from './move-incidents.ts';
import { observe } from './observe.ts';
import { planCheck } from './plan-check.ts';
import { expiryOf } from './rules.ts';
import { stopAlert } from './stop-alert.ts';
import { type AlertRow, lockAlert, updateAlert } from './store/alerts.ts';
import { nextTick } from './ticks.ts';

/**
 * Does what is due for an alert: ends it, ends incidents whose time is over, looks at its condition at a
 * tick, in this order, so that nothing new begins in a period that is over.
 */
export async function checkAlert(context: DueWorkContext, alertId: string): Promise<void> {
  const { tx, org, now } = context;
  const alert = await lockAlert(tx, org, alertId);
  if (alert?.status !== 'ACTIVE') return;
  if (isDue(expiryOf(alert), now)) {
    tellEvent(tx, org, { type: 'alert.expired', id: alertId, now, previous: { status: 'ACTIVE' } });
    return stopAlert(context, alert);
  }
  const [{ timezone }, clock] = await Promise.all([getOrganization(tx, org), readDatabaseClock(tx, org)]);
  await endIncidents(context, { alert, which: 'OVER', closedBy: 'END' });
  const isTick = isDue(alert.nextTickAt, now);
  await planCheck(context, isTick ? await evaluate(context, alert, { timeZone: timezone, clock }) : alert);
}

async function evaluate(
  context: DueWorkContext,
  alert: AlertRow,
  { timeZone, clock }: { timeZone: string; clock: Temporal.Instant },
): Promise<AlertRow> {
  const { tx, org, now } = context;
  const sight = await observe(context, alert, timeZone);
  // From the clock and not from the tick: after a pause one check is enough for all that were missed.
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
