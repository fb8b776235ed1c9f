import { newId } from '#platform/ids.ts';
import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';
import { notifyOfIncidents } from './channels/notify-of-incidents.ts';
import { type Check, decideMoves, findingOf } from './decide-moves.ts';
import { endIncidents } from './end-incidents.ts';
import type { Move } from './rules.ts';
import { clearIncidents, insertIncidents, refreshIncidents, touchIncidents } from './store/incident-moves.ts';
import { listLatestIncidents } from './store/incidents.ts';

/** The most incidents that one check of an alert opens; the rest opens at the next check. */
const MAX_OPENED = 1000;

/**
 * Opens, refreshes and closes the incidents of an alert, which the caller has locked, according to a check's
 * observations.
 */
export async function moveIncidents(context: ScheduledWorkContext, check: Check): Promise<void> {
  const { tx, org, now } = context;
  const { alert, sight } = check;
  const key = { alertId: alert.id, alertVersion: alert.version };
  const scopeKeys = sight.observations.map(({ scopeKey }) => scopeKey);
  const latest = await listLatestIncidents(tx, org, { ...key, scopeKeys });
  const decided = decideMoves(check, latest, now);
  const of = (move: Move) => decided.filter((each) => each.move === move);
  const idsOf = (move: Move) => of(move).flatMap(({ incident }) => incident?.id ?? []);
  const findings = (move: Move) =>
    of(move).flatMap(({ observation, incident }) =>
      observation ? [{ id: incident?.id ?? '', ...findingOf(observation, alert) }] : [],
    );
  const opened = findings('OPEN').slice(0, MAX_OPENED);
  // Each scope key has one move, so that no two of these statements change the same row.
  await Promise.all([
    refreshIncidents(tx, org, { incidents: findings('REFRESH'), now }),
    touchIncidents(tx, org, { ids: idsOf('KEEP'), now }),
    clearIncidents(tx, org, { ids: idsOf('CLEAR'), now }),
  ]);
  const begun = await insertIncidents(tx, org, {
    alert: { ...key, templateId: alert.templateId },
    incidents: opened.map((finding) => ({ ...finding, id: newId('incident', now) })),
    now,
  });
  await notifyOfIncidents(context, { alert, hasBegun: true, incidents: begun });
  await endIncidents(context, { alert, which: idsOf('RECOVER'), closedBy: 'RECOVERY' });
}
