import { describe, expect, it } from 'vitest';
import { useService } from '#test/running-app.ts';

const service = useService();
const get = (path: string) => service.production.get(`/event_schema/${path}`);

describe('GET /event_schema/{event_schema_name}', () => {
  it('200 with the latest version, or the one requested', async () => {
    await service.production.must.post('/event_schema', { name: 'ride', attributes: [], dimensions: [] });
    await service.production.must.post('/event_schema/ride/activate');
    await service.production.must.patch('/event_schema/ride', { dimensions: [{ name: 'city' }] });
    expect((await get('ride')).body).toMatchObject({ version: 2, status: 'ACTIVE' });
    expect((await get('ride?version=2')).body.dimensions).toEqual([{ name: 'city' }]);
    const { status, body } = await get('ride?version=1');
    expect([status, body.status, body.dimensions]).toEqual([200, 'ARCHIVED', []]);
  });

  it('404 for an unknown name or version, and for a reserved schema', async () => {
    await service.production.must.post('/event_schema', { name: 'one', attributes: [], dimensions: [] });
    expect((await get('unknown')).body.message).toBe('event schema unknown not found');
    expect((await get('one?version=2')).body.message).toBe('event schema one version 2 not found');
    expect((await get('platform-usage')).status).toBe(404);
    expect((await get('ONE')).status).toBe(404);
    expect((await service.sandbox.get('/event_schema/one')).status).toBe(404);
  });

  it.each(['0', '-1', '1.5', 'x', '2147483648', '99999999999999999999'])(
    '400 for version %s',
    async (version) => {
      expect((await get(`one?version=${version}`)).status).toBe(400);
    },
  );
});
