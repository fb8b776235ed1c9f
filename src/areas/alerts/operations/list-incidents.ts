import { operation } from '#platform/http/operation.ts';
import { describeIncident } from '../describe-alert.ts';
import { IncidentPage } from '../schema.ts';
import { incidentList, listIncidents as listRows } from '../store/incidents.ts';

export const listIncidents = operation({
  id: 'listIncidents',
  method: 'GET',
  route: '/incidents',
  scope: 'alerts:read',
  summary: 'List incidents',
  response: { status: 200, body: IncidentPage },
  list: incidentList,
  async handle({ tx, org }, { page }) {
    const { rows, nextToken } = await listRows(tx, org, page);
    return { data: rows.map(describeIncident), nextToken };
  },
});
