import { lockOpenAccount } from '#areas/accounts/index.ts';
import { getOrganization } from '#areas/organizations/index.ts';
import { cancelScheduledWork } from '#platform/db/scheduled-work.ts';
import type { Context } from '#platform/http/operation.ts';
import { endIncidents } from './end-incidents.ts';
import { CHECK_ALERT, planCheck } from './plan-check.ts';
import { alertNotFound } from './problems.ts';
import { type AlertChange, changeAlert } from './rules.ts';
import { type AlertRow, lockAlert, updateAlert } from './store/alerts.ts';
import { type NewChannel, replaceChannels } from './store/channels.ts';

/**
 * Changes an alert, its open incidents and the schedule of its checks. Notifications of incidents that the
 * change closes use the new channels.
 */
export async function reviseAlert(
  { tx, org, now }: Pick<Context, 'tx' | 'org' | 'now'>,
  requested: { alert: AlertRow; change: AlertChange; channels: readonly NewChannel[] | undefined },
): Promise<AlertRow> {
  const { id, accountId } = requested.alert;
  // Locks the account before the alert, in the same order as creating an alert and archiving an account.
  if (requested.change.status === 'ACTIVE' && accountId !== null) await lockOpenAccount(tx, org, accountId);
  // A check removes its scheduled work and then locks the alert; the same order here avoids a deadlock.
  await cancelScheduledWork(tx, org, { kind: CHECK_ALERT, key: id });
  const alert = await lockAlert(tx, org, id);
  if (!alert) throw alertNotFound({ id });
  const { timezone } = await getOrganization(tx, org);
  const { set, closesIncidents } = changeAlert(alert, requested.change, { now, timeZone: timezone });
  const { channels } = requested;
  const hasOtherChannels =
    channels !== undefined && (await replaceChannels(tx, org, { alertId: id, channels }));
  if (closesIncidents) await endIncidents({ tx, org, now }, { alert, which: 'ALL', closedBy: 'ALERT' });
  const isChanged = hasOtherChannels || Object.keys(set).length > 0;
  const changed = isChanged ? await updateAlert(tx, org, { id, set: { ...set, updatedAt: now } }) : alert;
  await planCheck({ tx, org, now }, changed);
  return changed;
}
