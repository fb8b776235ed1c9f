import type { Observation, Sight } from './observe/observation.ts';
import { decideMove, expiryOf, type LatestIncident, type Move } from './rules.ts';
import type { AlertRow } from './store/alerts.ts';
import type { Finding } from './store/incident-moves.ts';
import { templateOf } from './templates.ts';
import { isIntervalOver } from './ticks.ts';

/** What a check of an alert found. */
export interface Check {
  alert: AlertRow;
  sight: Sight;
  timeZone: string;
}

interface Decided<Incident> {
  move: Move;
  /** Absent: the check did not find the condition there. */
  observation: Observation | undefined;
  incident: Incident | undefined;
}

/** One decision for each scope key that was observed or has an incident. */
export function decideMoves<Incident extends LatestIncident & { scopeKey: string }>(
  check: Check,
  latest: readonly Incident[],
  now: Temporal.Instant,
): Decided<Incident>[] {
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

/** The content of an incident: it ends with its period and with its alert. */
export function findingOf(
  { scopeKey, value, period }: Observation,
  alert: AlertRow,
): Finding & { scopeKey: string } {
  const ends = [period?.endAt ?? null, expiryOf(alert)].filter((end) => end !== null);
  const [validUntil = null] = ends.sort(Temporal.Instant.compare);
  return { scopeKey, value, periodStart: period?.startAt ?? null, validUntil };
}
