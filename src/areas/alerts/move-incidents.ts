import { newId } from '#platform/ids.ts';
import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';
import { notifyOfIncidents } from './channels/notify-of-incidents.ts';
import { endIncidents } from './end-incidents.ts';
import type { Observation, Sight } from './observe/observation.ts';
import { decideMove, expiryOf, type Move } from './rules.ts';
import type { AlertRow } from './store/alerts.ts';
import {
  clearIncidents,
  type Finding,
  insertIncidents,
  refreshIncidents,
  touchIncidents,
} from './store/incident-moves.ts';
import { type IncidentRow, listLatestIncidents } from './store/incidents.ts';
import { templateOf } from './templates.ts';
import { isIntervalOver } from './ticks.ts';

/** The most incidents that one check of an alert opens; the rest opens at the next check. */
const MAX_OPENED = 1000;

interface Check {
  alert: AlertRow;
  sight: Sight;
  timeZone: string;
}

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

interface Decided {
  move: Move;
  /** Absent: the check did not find the condition there. */
  observation: Observation | undefined;
  incident: IncidentRow | undefined;
}

/** One decision for each scope key that was observed or has an incident. */
function decideMoves(check: Check, latest: readonly IncidentRow[], now: Temporal.Instant): Decided[] {
  const { alert, sight, timeZone } = check;
  const rule = {
    recovers: templateOf(alert).recovers,
    isIntervalOver: (from: Temporal.Instant) =>
      isIntervalOver({ from, until: now }, alert.intervalMinutes, timeZone),
  };
  const seen = new Map(sight.observations.map((observation) => [observation.scopeKey, observation]));
  const known = new Map(latest.map((incident) => [incident.scopeKey, incident]));
  const scopeKeys = sight.isComplete ? [...seen.keys(), ...known.keys()] : seen.keys();
  return [...new Set(scopeKeys)].map((scopeKey) => {
    const [observation, incident] = [seen.get(scopeKey), known.get(scopeKey)];
    const found = {
      holds: observation?.holds ?? false,
      periodStart: observation?.period?.startAt ?? null,
    };
    return { move: decideMove(found, incident ?? null, rule), observation, incident };
  });
}

function findingOf(
  { scopeKey, value, period }: Observation,
  alert: AlertRow,
): Finding & { scopeKey: string } {
  const ends = [period?.endAt ?? null, expiryOf(alert)].filter((end) => end !== null);
  const [validUntil = null] = ends.sort(Temporal.Instant.compare);
  return { scopeKey, value, periodStart: period?.startAt ?? null, validUntil };
}
