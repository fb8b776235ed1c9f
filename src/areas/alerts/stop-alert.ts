import { cancelScheduledWork } from '#platform/db/scheduled-work.ts';
import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';
import { endIncidents } from './end-incidents.ts';
import { CHECK_ALERT } from './plan-check.ts';
import { type AlertRow, lockActiveAlerts, updateAlert } from './store/alerts.ts';

/** Stops an alert that the caller has locked; an inactive alert has no open incidents. */
export async function stopAlert(
  { tx, org, now }: Pick<ScheduledWorkContext, 'tx' | 'org' | 'now'>,
  alert: AlertRow,
): Promise<void> {
  await endIncidents({ tx, org, now }, { alert, which: 'ALL', closedBy: 'ALERT' });
  await cancelScheduledWork(tx, org, { kind: CHECK_ALERT, key: alert.id });
  const set = { status: 'INACTIVE', activatedAt: null, nextTickAt: null, checkedAt: null } as const;
  await updateAlert(tx, org, { id: alert.id, set: { ...set, updatedAt: now } });
}

/** Stops the alerts of an archived account, which can have no new ones. */
export async function stopAccountAlerts(context: ScheduledWorkContext, accountId: string): Promise<void> {
  for (const alert of await lockActiveAlerts(context.tx, context.org, accountId))
    await stopAlert(context, alert);
}
