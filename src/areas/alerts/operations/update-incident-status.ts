import { operation } from '#platform/http/operation.ts';
import { describeIncident } from '../describe-alert.ts';
import { endIncidents } from '../end-incidents.ts';
import { incidentNotFound } from '../problems.ts';
import { Incident, IncidentParams, UpdateIncidentStatusRequest } from '../schema.ts';
import { lockAlert } from '../store/alerts.ts';
import { findIncident } from '../store/incidents.ts';

export const updateIncidentStatus = operation({
  id: 'updateIncidentStatus',
  method: 'PUT',
  route: '/incidents/{incident_id}/status',
  scope: 'alerts:write',
  summary: 'Close an incident',
  description:
    'The alert opens no new incident until its condition or its cycle has ended once. Closing is idempotent.',
  request: { params: IncidentParams, body: UpdateIncidentStatusRequest },
  response: { status: 200, body: Incident },
  problems: [incidentNotFound],
  async handle({ tx, org, now }, { params }) {
    const id = params.incident_id;
    const found = await findIncident(tx, org, id);
    if (!found) throw incidentNotFound({ id });
    // Waits for a running check of the alert, which could otherwise close the same incident.
    const alert = await lockAlert(tx, org, found.alertId);
    if (alert) await endIncidents({ tx, org, now }, { alert, which: [id], closedBy: 'CALLER' });
    return describeIncident((await findIncident(tx, org, id)) ?? found);
  },
});
