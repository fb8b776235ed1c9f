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
 * Changes an alert and what follows from it: its open incidents, and when it is checked. What ends with the
 * change is told where incidents are told from then on.
 */
export async function reviseAlert(
  { tx, org, now }: Pick<Context, 'tx' | 'org' | 'now'>,
  asked: { alert: AlertRow; change: AlertChange; channels: readonly NewChannel[] | undefined },
): Promise<AlertRow> {
  const { id, accountId } = asked.alert;
  // The account before the alert, as when one is created: whoever archives it takes the same way.
  if (asked.change.status === 'ACTIVE' && accountId !== null) await lockOpenAccount(tx, org, accountId);
  // A check takes its piece of work out of the list and then locks the alert: in the same order, the two
  // wait for each other in one direction only.
  await cancelScheduledWork(tx, org, { kind: CHECK_ALERT, key: id });
  const alert = await lockAlert(tx, org, id);
  if (!alert) throw alertNotFound({ id });
  const { timezone } = await getOrganization(tx, org);
  const { set, closesIncidents } = changeAlert(alert, asked.change, { now, timeZone: timezone });
  const { channels } = asked;
  const hasOtherChannels =
    channels !== undefined && (await replaceChannels(tx, org, { alertId: id, channels }));
  if (closesIncidents) await endIncidents({ tx, org, now }, { alert, which: 'ALL', closedBy: 'ALERT' });
  const isChanged = hasOtherChannels || Object.keys(set).length > 0;
  const changed = isChanged ? await updateAlert(tx, org, { id, set: { ...set, updatedAt: now } }) : alert;
  await planCheck({ tx, org, now }, changed);
  return changed;
}
