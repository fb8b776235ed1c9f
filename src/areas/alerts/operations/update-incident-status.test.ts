import { beforeAll, describe, expect, it } from 'vitest';
import { createAlert, listIncidents, usageAlert } from '#test/alert-scenario.ts';
import { sellUsage } from '#test/billing-scenario.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
let meter: string;
beforeAll(async () => {
  await service.sandbox.setClock('2030-01-01T00:00:00Z');
  meter = await sellUsage(service.sandbox, 'calls');
});

/** An incident that began now, at a full or half hour. */
async function raise(): Promise<string> {
  const { sandbox } = service;
  const alertId = await createAlert(sandbox, usageAlert({ meter, threshold: 0 }));
  const { now } = await sandbox.must.get('/ext/v1/clock');
  const next = Temporal.Instant.from(now).round({ smallestUnit: 'minute', roundingIncrement: 30 });
  await sandbox.setClock(next.add({ minutes: 30 }).toString());
  const [{ id }] = await listIncidents(sandbox, alertId);
  return id;
}
const put = (id: string, body?: unknown) => service.sandbox.put(`/incidents/${id}/status`, body);

describe('PUT /incidents/{incident_id}/status', () => {
  it('200 and the incident is closed, also a second time, unchanged', async () => {
    const id = await raise();
    await service.sandbox.setClock('2030-01-01T00:40:00Z');
    const { status, body } = await put(id, { status: 'CLOSED' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ id, status: 'CLOSED', updatedAt: '2030-01-01T00:40:00.000Z' });
    await service.sandbox.setClock('2030-01-01T00:50:00Z');
    expect(await put(id, { status: 'CLOSED' })).toMatchObject({ status: 200, body });
    expect(await service.sandbox.must.get(`/incidents/${id}`)).toEqual(body);
  });

  it.each([
    [{ status: 'ACTIVE' }, 'status: must be one of CLOSED'],
    [{ status: 'closed' }, 'status: must be one of CLOSED'],
    [{ status: null }, expect.stringMatching(/^status: must be/)],
    [{}, 'status: is required'],
    [undefined, 'body: is required; send a JSON object'],
    [{ status: 'CLOSED', reason: 'x' }, 'unknown field reason'],
  ])('400 for %j', async (sent, message) => {
    const id = await raise();
    const { status, body } = await put(id, sent);
    expect([status, body]).toEqual([400, { message }]);
    expect((await service.sandbox.must.get(`/incidents/${id}`)).status).toBe('ACTIVE');
  });

  it('404 for an id that nobody has', async () => {
    const { status, body } = await put('incident.nobody', { status: 'CLOSED' });
    expect([status, body]).toEqual([404, { message: 'incident incident.nobody not found' }]);
  });

  it('200 for everyone who closes it at the same time, and it is closed once', async () => {
    const id = await raise();
    const replies = await Promise.all(Array.from({ length: 6 }, () => put(id, { status: 'CLOSED' })));
    expect(new Set(replies.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
  });
});
