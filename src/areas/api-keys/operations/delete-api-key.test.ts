import { describe, expect, it } from 'vitest';
import { client, useService } from '#test/running-app.ts';

const service = useService();
const create = (scopes: string[]) => service.production.must.post('/ext/v1/api_keys', { name: 'x', scopes });

describe('DELETE /ext/v1/api_keys/{api_key_id}', () => {
  it('200 and the secret is rejected', async () => {
    const { id, secret } = await create(['org:read']);
    const { status, body } = await service.production.delete(`/ext/v1/api_keys/${id}`);
    expect([status, body]).toEqual([200, { success: true, revokedKeys: [id], revokedPortalLogins: 0 }]);
    expect((await client(service.app, '', secret).get('/ext/v1/organization')).status).toBe(401);
  });

  it('404 the second time, and for an id that nobody has', async () => {
    const { id } = await create(['org:read']);
    await service.production.must.delete(`/ext/v1/api_keys/${id}`);
    for (const gone of [id, 'key.nobody']) {
      const { status, body } = await service.production.delete(`/ext/v1/api_keys/${gone}`);
      expect([status, body]).toEqual([404, { message: `API key ${gone} not found` }]);
    }
  });

  it('400 for the key of the request itself, also with a token made from it', async () => {
    const { id, secret } = await create(['org:write']);
    const own = client(service.app, '', secret);
    const { token } = await own.must.post('/authenticate');
    for (const caller of [own, client(service.app, '', token)]) {
      const { status, headers } = await caller.delete(`/ext/v1/api_keys/${id}`);
      expect([status, headers['error-code']]).toEqual([400, 'OWN_KEY']);
    }
  });
});
