import { getOrganization } from '#areas/organizations/index.ts';
import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';
import { moveIncidents } from './move-incidents.ts';
import { observe } from './observe.ts';
import { listAlertsOf, lockAlert } from './store/alerts.ts';

/**
 * Checks the alerts on new values at once, because one has arrived: whoever added a model waits for no
 * interval. Their ticks stay as they are.
 */
export async function checkNewValues(context: ScheduledWorkContext): Promise<void> {
  const { tx, org } = context;
  const { timezone: timeZone } = await getOrganization(tx, org);
  for (const id of await listAlertsOf(tx, org, 'NEW_DIMENSION_VALUES')) {
    const alert = await lockAlert(tx, org, id);
    if (alert?.status !== 'ACTIVE') continue;
    await moveIncidents(context, { alert, sight: await observe(context, alert, timeZone), timeZone });
  }
}
