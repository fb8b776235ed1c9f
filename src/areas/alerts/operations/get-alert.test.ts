import { describe, expect, it } from 'vitest';
import { createAlert } from '#test/alert-scenario.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
const terms = { alertTemplateId: 'UNPROCESSED_EVENTS', validity: 30 };

describe('GET /ext/v1/alerts/{alert_id}', () => {
  it('200 and the alert', async () => {
    const id = await createAlert(service.production, terms);
    const { status, body } = await service.production.get(`/ext/v1/alerts/${id}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ id, alertId: id, validity: 30, parameters: { threshold: 1 } });
    expect((await service.production.must.get('/alerts')).data).toEqual([body]);
  });

  it('404 for an id that nobody has, and for one of another environment', async () => {
    const id = await createAlert(service.sandbox, terms);
    for (const unknown of ['alert.nobody', id]) {
      const { status, body } = await service.production.get(`/ext/v1/alerts/${unknown}`);
      expect([status, body]).toEqual([404, { message: `alert ${unknown} not found` }]);
    }
  });
});
