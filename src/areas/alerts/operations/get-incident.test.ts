import { beforeAll, describe, expect, it } from 'vitest';
import { createAlert, listIncidents, usageAlert } from '#test/alert-scenario.ts';
import { sellUsage } from '#test/billing-scenario.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
let alertId: string;
beforeAll(async () => {
  await service.sandbox.setClock('2030-01-01T00:00:00Z');
  const meter = await sellUsage(service.sandbox, 'calls');
  alertId = await createAlert(service.sandbox, usageAlert({ meter, threshold: 0 }));
  await service.sandbox.setClock('2030-01-01T00:30:00Z');
});

describe('GET /incidents/{incident_id}', () => {
  it('200 and what was found', async () => {
    const [{ id }] = await listIncidents(service.sandbox, alertId);
    const { status, body } = await service.sandbox.get(`/incidents/${id}`);
    expect(status).toBe(200);
    expect(body).toEqual({
      id: expect.stringMatching(/^incident\.\w{8}\.\w{7}$/),
      alertId,
      alertVersion: 1,
      alertTemplateId: 'USAGE_THRESHOLD',
      status: 'ACTIVE',
      validUntil: '2030-02-01T00:00:00.000Z',
      reportData: { usageValue: 0 },
      lastCheckedAt: '2030-01-01T00:30:00.000Z',
      createdAt: '2030-01-01T00:30:00.000Z',
      updatedAt: '2030-01-01T00:30:00.000Z',
    });
  });

  it('404 for an id that nobody has, and for one of another environment', async () => {
    const [{ id }] = await listIncidents(service.sandbox, alertId);
    for (const unknown of ['incident.nobody', id]) {
      const { status, body } = await service.production.get(`/incidents/${unknown}`);
      expect([status, body]).toEqual([404, { message: `incident ${unknown} not found` }]);
    }
  });
});
