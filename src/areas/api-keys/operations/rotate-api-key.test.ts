import { describe, expect, it } from 'vitest';
import { forgetting } from '#test/portal.ts';
import { client, useService } from '#test/running-app.ts';

const service = useService();
const as = (secret: string) => client(service.app, '', secret);
const reads = async (secret: string) => (await as(secret).get('/ext/v1/organization')).status;

describe('POST /ext/v1/api_keys/{api_key_id}/rotate', () => {
  it('200 with another secret; the old one and its tokens end, keys below stay', async () => {
    const key = await service.production.must.post('/ext/v1/api_keys', {
      ...{ name: 'x', scopes: ['org:read', 'org:write'] },
    });
    const child = await as(key.secret).must.post('/ext/v1/api_keys', { name: 'y', scopes: ['org:read'] });
    const { token } = await as(key.secret).must.post('/authenticate');
    // A key may rotate itself.
    const { status, body } = await as(key.secret).post(`/ext/v1/api_keys/${key.id}/rotate`);
    expect([status, body.id, body.scopes]).toEqual([200, key.id, ['org:read', 'org:write']]);
    expect(body.secret).not.toBe(key.secret);
    await forgetting();
    const fresh = (await as(body.secret).must.post('/authenticate')).token;
    expect([await reads(key.secret), await reads(token)]).toEqual([401, 401]);
    expect([await reads(body.secret), await reads(fresh), await reads(child.secret)]).toEqual([
      200, 200, 200,
    ]);
  });

  it('403 for a key that holds more, 404 for an unknown one', async () => {
    const key = await service.production.must.post('/ext/v1/api_keys', { name: 'x', scopes: ['org:write'] });
    const wide = await service.production.must.post('/ext/v1/api_keys', { name: 'w', scopes: ['org:read'] });
    const { status, headers } = await as(key.secret).post(`/ext/v1/api_keys/${wide.id}/rotate`);
    expect([status, headers['error-code']]).toEqual([403, 'KEY_OUT_OF_REACH']);
    expect((await service.production.post('/ext/v1/api_keys/key.nobody/rotate')).status).toBe(404);
  });
});
