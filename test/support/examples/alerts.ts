import { insertAlert } from '#areas/alerts/store/alerts.ts';
import { insertIncidents } from '#areas/alerts/store/incident-moves.ts';
import { decimal } from '#core/decimal.ts';
import { newId } from '#platform/ids.ts';
import type { ExampleRequest } from '../example-requests.ts';
import type { World } from '../example-world.ts';
import { asSandbox } from '../metering-scenario.ts';
import type { Service } from '../running-app.ts';

export const alertExamples: Record<string, (world: World) => ExampleRequest> = {
  createAlert: ({ ids }) => ({
    body: {
      ...{ alertTemplateId: 'USAGE_THRESHOLD', interval: '60', validity: 600, description: 'Many calls' },
      entityDetails: { usageMeterId: ids.usage_meter_id },
      ownerDetails: { accountId: ids.account_id },
      parameters: { threshold: 1000.5 },
      status: 'ACTIVE',
    },
  }),
  updateAlert: () => ({
    body: {
      ...{ description: 'More calls', status: 'INACTIVE', interval: 'PT2H', validity: 120 },
      parameters: { threshold: 2000 },
    },
  }),
  backtestAlert: ({ ids }) => ({
    body: {
      ...{ alertTemplateId: 'USAGE_THRESHOLD', interval: '1440', days: 7 },
      entityDetails: { usageMeterId: ids.usage_meter_id },
      ownerDetails: { accountId: ids.account_id },
      parameters: { threshold: 2 },
    },
  }),
  updateIncidentStatus: () => ({ body: { status: 'CLOSED' } }),
};

/**
 * Two alerts with an incident each, as after a check: checks need a moving clock, which the world does not
 * have.
 */
export function keepAlerts(
  service: Service,
  watched: { organization: string; accountId: string; meterId: string },
): Promise<{ alert_id: string; incident_id: string }> {
  const now = Temporal.Instant.from('2030-01-01T00:00:00Z');
  const keep = () =>
    asSandbox(
      service,
      async (tx, org) => {
        const { id } = await insertAlert(tx, org, {
          ...{ id: newId('alert', now), templateId: 'USAGE_THRESHOLD', version: 1, status: 'ACTIVE' },
          ...{ description: null, intervalMinutes: 1440, validityMinutes: null },
          ...{ accountId: watched.accountId, entityId: watched.meterId, threshold: decimal(1), days: null },
          ...{ activatedAt: now, nextTickAt: now.add({ hours: 24 }), checkedAt: now },
          ...{ createdAt: now, updatedAt: now },
        });
        const incidentId = newId('incident', now);
        const finding = { scopeKey: '', value: decimal(3), periodStart: now, validUntil: null };
        await insertIncidents(tx, org, {
          alert: { alertId: id, alertVersion: 1, templateId: 'USAGE_THRESHOLD' },
          incidents: [{ id: incidentId, ...finding }],
          now,
        });
        return { alert_id: id, incident_id: incidentId };
      },
      watched.organization,
    );
  return keep().then(keep);
}
