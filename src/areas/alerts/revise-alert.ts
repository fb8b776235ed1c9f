import { lockOpenAccount } from '#areas/accounts/index.ts';
import { getOrganization } from '#areas/organizations/index.ts';
import { cancelDueWork } from '#platform/db/due-work.ts';
import type { Context } from '#platform/http/operation.ts';
import { CHECK_ALERT, planCheck } from './plan-check.ts';
import { alertNotFound } from './problems.ts';
import { type AlertChange, changeAlert } from './rules.ts';
import { type AlertRow, lockAlert, updateAlert } from './store/alerts.ts';
import { closeIncidentsOfAlert } from './store/incident-moves.ts';

/** Changes an alert and what follows from it: its open incidents, and when it is checked. */
export async function reviseAlert(
  { tx, org, now }: Pick<Context, 'tx' | 'org' | 'now'>,
  asked: { alert: AlertRow; change: AlertChange },
): Promise<AlertRow> {
  const { id, accountId } = asked.alert;
  // The account before the alert, as when one is created: whoever archives it takes the same way.
  if (asked.change.status === 'ACTIVE' && accountId !== null) await lockOpenAccount(tx, org, accountId);
  // A check takes its piece of work out of the list and then locks the alert: in the same order, the two
  // wait for each other in one direction only.
  await cancelDueWork(tx, org, { kind: CHECK_ALERT, key: id });
  const alert = await lockAlert(tx, org, id);
  if (!alert) throw alertNotFound({ id });
  const { timezone } = await getOrganization(tx, org);
  const { set, closesIncidents } = changeAlert(alert, asked.change, { now, timeZone: timezone });
  if (closesIncidents) await closeIncidentsOfAlert(tx, org, { alertId: id, closedBy: 'ALERT', now });
  const changed = Object.keys(set).length > 0 ? await updateAlert(tx, org, { id, set }) : alert;
  await planCheck({ tx, org, now }, changed);
  return changed;
}
