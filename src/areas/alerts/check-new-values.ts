import { getOrganization } from '#areas/organizations/index.ts';
import { NEW_VALUES } from '#areas/usage/index.ts';
import { isPlannedUntil } from '#platform/db/scheduled-work.ts';
import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';
import { moveIncidents } from './move-incidents.ts';
import { readNewValues, seeNewValues } from './observe/new-values.ts';
import { listAlertsOf, lockAlert } from './store/alerts.ts';

const SOON_MINUTES = 1;

/**
 * Checks the alerts on new values at once, because one has arrived: whoever added a model waits for no
 * interval. Their ticks stay as they are. The values are read once for all alerts, and only by the last of
 * the pieces that are due: a sender of ever new values must not delay the other work of its organization.
 */
export async function checkNewValues(context: ScheduledWorkContext): Promise<void> {
  const { tx, org, now } = context;
  const until = now.add({ minutes: SOON_MINUTES });
  const alertIds = await listAlertsOf(tx, org, 'NEW_DIMENSION_VALUES');
  if (alertIds.length === 0 || (await isPlannedUntil(tx, org, { kind: NEW_VALUES, until }))) return;
  const { timezone: timeZone } = await getOrganization(tx, org);
  const found = await readNewValues(context, null);
  for (const id of alertIds) {
    const alert = await lockAlert(tx, org, id);
    if (alert?.status !== 'ACTIVE') continue;
    await moveIncidents(context, { alert, sight: seeNewValues(alert, found), timeZone });
  }
}
