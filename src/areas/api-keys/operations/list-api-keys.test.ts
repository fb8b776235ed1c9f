import { describe, expect, it } from 'vitest';
import { useService } from '#test/running-app.ts';

const service = useService();

describe('GET /ext/v1/api_keys', () => {
  it('200 without secrets and without deleted keys, the newest first', async () => {
    const create = (name: string) =>
      service.production.must.post('/ext/v1/api_keys', { name, scopes: ['org:read'] });
    const [a, b, c] = [await create('a'), await create('b'), await create('c')];
    await service.production.must.delete(`/ext/v1/api_keys/${b.id}`);
    await service.production.must.patch(`/ext/v1/api_keys/${c.id}`, { status: 'INACTIVE' });
    const { text, body } = await service.production.get('/ext/v1/api_keys');
    expect(
      body.data.map(({ name, status }: { name: string; status: string }) => `${name} ${status}`),
    ).toEqual(['c INACTIVE', 'a ACTIVE', 'first administrator ACTIVE']);
    for (const key of [a, b, c]) expect(text).not.toContain(key.secret);
    expect(text).not.toContain(service.production.key);
  });

  it.each([
    ['status=INACTIVE', ['c']],
    ['status=ACTIVE', ['a', 'first administrator']],
    ['_search=ADMIN', ['first administrator']],
    ['_sort=created_at:ASC', ['first administrator', 'a', 'c']],
  ])('200 for ?%s', async (query, names) => {
    const { data } = await service.production.must.get(`/ext/v1/api_keys?${query}`);
    expect(data.map(({ name }: { name: string }) => name)).toEqual(names);
  });

  it('400 for the status of what is never listed', async () => {
    const { status, body } = await service.production.get('/ext/v1/api_keys?status=DELETED');
    expect([status, body.message]).toEqual([400, 'status: must be one of ACTIVE, INACTIVE']);
  });
});
