import { decideMoves, findingOf } from '../decide-moves.ts';
import type { LatestIncident } from '../rules.ts';
import type { IncidentBook } from '../run-check.ts';
import type { AlertRow } from '../store/alerts.ts';
import type { Finding } from '../store/incident-moves.ts';

/** An incident that an alert would have opened. */
export interface PastIncident extends LatestIncident, Finding {
  scopeKey: string;
  openedAt: Temporal.Instant;
}

export interface IncidentReplay {
  /** The incidents of a check at that instant. */
  at(now: Temporal.Instant): IncidentBook;
  /** In the order of their opening. */
  incidents: readonly PastIncident[];
}

/** Incidents in memory, moved by the rules of stored ones. */
export function replayIncidents(alert: AlertRow, timeZone: string): IncidentReplay {
  const incidents: PastIncident[] = [];
  const latest = new Map<string, PastIncident>();
  return {
    incidents,
    at: (now) => ({
      async move(sight) {
        for (const { move, observation, incident } of decideMoves(
          { alert, sight, timeZone },
          [...latest.values()],
          now,
        )) {
          if (move === 'RECOVER' && incident) close(incident, 'RECOVERY', now);
          if (!observation) continue;
          const finding = findingOf(observation, alert);
          if (move === 'REFRESH' && incident) Object.assign(incident, finding);
          if (move === 'OPEN') {
            const opened: PastIncident = { ...finding, ...OPEN, openedAt: now };
            incidents.push(opened);
            latest.set(finding.scopeKey, opened);
          }
        }
      },
      async endOver() {
        for (const incident of latest.values())
          if (incident.status === 'ACTIVE' && isOver(incident, now)) close(incident, 'END', now);
      },
    }),
  };
}

const OPEN = { status: 'ACTIVE', closedBy: null, closedAt: null, clearedAt: null } as const;

function close(incident: PastIncident, closedBy: 'RECOVERY' | 'END', now: Temporal.Instant): void {
  // An incident ends with its period, although the next check is later.
  const closedAt = closedBy === 'END' ? (incident.validUntil ?? now) : now;
  Object.assign(incident, { status: 'CLOSED', closedBy, closedAt });
}

function isOver({ validUntil }: PastIncident, now: Temporal.Instant): boolean {
  return validUntil !== null && Temporal.Instant.compare(validUntil, now) <= 0;
}
