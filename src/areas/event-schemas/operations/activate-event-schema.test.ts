import { describe, expect, it } from 'vitest';
import { useService } from '#test/running-app.ts';

const service = useService();
const create = (name: string) =>
  service.production.must.post('/event_schema', { name, attributes: [], dimensions: [] });
const activate = (name: string) => service.production.post(`/event_schema/${name}/activate`);

describe('POST /event_schema/{event_schema_name}/activate', () => {
  it('200 and the same version, now active', async () => {
    const draft = await create('ride');
    const { status, body } = await activate('ride');
    expect(status).toBe(200);
    expect(body).toEqual({ ...draft, status: 'ACTIVE', updatedAt: body.updatedAt });
  });

  it('200 for a name with spaces, and again after a deactivation', async () => {
    await create('long ride');
    await activate('long%20ride');
    await service.production.must.post('/event_schema/long%20ride/deactivate');
    expect((await activate('long%20ride')).body.status).toBe('ACTIVE');
  });

  it('400 when it is active already', async () => {
    await create('again');
    await activate('again');
    const { status, headers } = await activate('again');
    expect([status, headers['error-code']]).toEqual([400, 'SCHEMA_ALREADY_ACTIVE']);
  });

  it('400 when it is archived', async () => {
    await create('gone');
    await service.production.must.delete('/event_schema/gone');
    const { status, headers } = await activate('gone');
    expect([status, headers['error-code']]).toEqual([400, 'SCHEMA_ARCHIVED']);
  });

  it('404 for an unknown name, and for one of another environment', async () => {
    await create('mine');
    expect((await activate('unknown')).status).toBe(404);
    expect((await service.sandbox.post('/event_schema/mine/activate')).status).toBe(404);
    expect((await activate('a'.repeat(51))).status).toBe(400);
    expect((await activate('%00')).status).toBeLessThan(500);
  });
});
