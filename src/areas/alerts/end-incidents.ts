import type { Context } from '#platform/http/operation.ts';
import { notifyOfIncidents } from './channels/notify-of-incidents.ts';
import type { AlertRow } from './store/alerts.ts';
import { type Closing, closeIncidents } from './store/incident-moves.ts';

/** Closes open incidents of an alert that the caller has locked, and publishes the closed ones. */
export async function endIncidents(
  { tx, org, now }: Pick<Context, 'tx' | 'org' | 'now'>,
  { alert, ...closing }: { alert: AlertRow } & Pick<Closing, 'closedBy' | 'which'>,
): Promise<void> {
  const incidents = await closeIncidents(tx, org, { ...closing, alertId: alert.id, now });
  await notifyOfIncidents({ tx, org, now }, { alert, hasBegun: false, incidents });
}
