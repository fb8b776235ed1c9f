import { operation } from '#platform/http/operation.ts';
import { describeIncident } from '../describe-alert.ts';
import { incidentNotFound } from '../problems.ts';
import { Incident, IncidentParams, UpdateIncidentStatusRequest } from '../schema.ts';
import { lockAlert } from '../store/alerts.ts';
import { closeIncidents } from '../store/incident-moves.ts';
import { findIncident } from '../store/incidents.ts';

export const updateIncidentStatus = operation({
  id: 'updateIncidentStatus',
  method: 'PUT',
  route: '/incidents/{incident_id}/status',
  scope: 'alerts:write',
  summary: 'Close an incident',
  description:
    'The alert raises no new one until its condition has ended once, or its cycle has. Closing twice ' +
    'succeeds and changes nothing.',
  request: { params: IncidentParams, body: UpdateIncidentStatusRequest },
  response: { status: 200, body: Incident },
  problems: [incidentNotFound],
  async handle({ tx, org, now }, { params }) {
    const id = params.incident_id;
    const found = await findIncident(tx, org, id);
    if (!found) throw incidentNotFound({ id });
    // A check of the alert that runs now ends first, so that it never closes what is closed here.
    await lockAlert(tx, org, found.alertId);
    await closeIncidents(tx, org, { ids: [id], closedBy: 'CALLER', now });
    return describeIncident((await findIncident(tx, org, id)) ?? found);
  },
});
