import { describe, expect, it } from 'vitest';
import { client, useService } from '#test/running-app.ts';

const service = useService({ REQUEST_LOG: 'bodies' });
const PATH = '/ext/v1/api_key_usage';

describe('GET /ext/v1/api_key_usage', () => {
  it('200 with the last use and the scopes that were lacked, the last first', async () => {
    const { sandbox } = service;
    const make = (name: string, scopes: string[]) => sandbox.must.post('/ext/v1/api_keys', { name, scopes });
    const [a, b] = [await make('a', ['catalog:read']), await make('b', ['org:read'])];
    const caller = client(service.app, '/sandbox', a.secret);
    for (let i = 0; i < 3; i++) await caller.post('/addons', {});
    await caller.get('/customers');
    await service.app.writeRequestLog();
    const { data } = await sandbox.must.get(`${PATH}?key_ids=${b.id},${a.id},nobody`);
    expect(data).toEqual([
      { keyId: b.id, lackedScopes: [] },
      {
        ...{ keyId: a.id, lastUsedAt: expect.stringMatching(/T\d\d:\d\d:00\.000Z$/) },
        lackedScopes: [
          expect.objectContaining({ scope: 'customers:read', count: 1 }),
          expect.objectContaining({ scope: 'catalog:write', count: 3 }),
        ],
      },
      { keyId: 'nobody', lackedScopes: [] },
    ]);
    const { lastRequestId } = data[1].lackedScopes[1];
    expect(await sandbox.must.get(`/ext/v1/requests/${lastRequestId}`)).toMatchObject({ status: 403 });
    expect((await service.production.must.get(`${PATH}?key_ids=${a.id}`)).data).toEqual([
      { keyId: a.id, lackedScopes: [] },
    ]);
  });

  it('400 without ids, and for more than a hundred', async () => {
    const many = Array.from({ length: 101 }, (_, i) => `k${i}`).join();
    for (const query of ['', '?key_ids=', '?key_ids=,', `?key_ids=${many}`])
      expect((await service.sandbox.get(`${PATH}${query}`)).status).toBe(400);
  });

  it('403 without requests:read', async () => {
    const key = await service.sandbox.must.post('/ext/v1/api_keys', { name: 'x', scopes: ['org:read'] });
    expect((await client(service.app, '/sandbox', key.secret).get(`${PATH}?key_ids=x`)).status).toBe(403);
  });
});
