import { operation } from '#platform/http/operation.ts';
import { describeIncident } from '../describe-alert.ts';
import { incidentNotFound } from '../problems.ts';
import { Incident, IncidentParams } from '../schema.ts';
import { findIncident } from '../store/incidents.ts';

export const getIncident = operation({
  id: 'getIncident',
  method: 'GET',
  route: '/incidents/{incident_id}',
  scope: 'alerts:read',
  summary: 'Get an incident',
  request: { params: IncidentParams },
  response: { status: 200, body: Incident },
  problems: [incidentNotFound],
  async handle({ tx, org }, { params }) {
    const row = await findIncident(tx, org, params.incident_id);
    if (!row) throw incidentNotFound({ id: params.incident_id });
    return describeIncident(row);
  },
});
