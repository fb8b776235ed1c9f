import { beforeAll, describe, expect, it } from 'vitest';
import { useService } from '#test/running-app.ts';

const service = useService();
const list = (query = '') => service.production.get(`/event_schema${query}`);
const names = async (query: string) =>
  (await list(query)).body.data.map(({ name }: { name: string }) => name);

beforeAll(async () => {
  const { must } = service.production;
  for (const name of ['draft', 'active', 'inactive', 'archived'])
    await must.post('/event_schema', { name, description: `${name} rides`, attributes: [], dimensions: [] });
  for (const name of ['active', 'inactive']) await must.post(`/event_schema/${name}/activate`);
  await must.post('/event_schema/inactive/deactivate');
  await must.delete('/event_schema/archived');
  await must.patch('/event_schema/active', { dimensions: [{ name: 'city' }] });
  const meter = { type: 'COUNTER', aggregation: 'COUNT', eventSchemaName: 'active' };
  await must.post('/usage_meters', { ...meter, name: 'first' });
  const { id } = await must.post('/usage_meters', { ...meter, name: 'second' });
  await must.delete(`/usage_meters/${id}`);
  await service.sandbox.must.post('/event_schema', { name: 'elsewhere', attributes: [], dimensions: [] });
});

describe('GET /event_schema', () => {
  it('200 with one row per schema, the last changed first, and its meters counted', async () => {
    const { status, body } = await list();
    expect(status).toBe(200);
    expect(body.nextToken).toBeNull();
    expect(body.data).toMatchObject([
      { name: 'active', version: 2, status: 'ACTIVE', usageMetersCount: 1 },
      { name: 'inactive', version: 1, status: 'INACTIVE', usageMetersCount: 0 },
      { name: 'draft', version: 1, status: 'DRAFT', usageMetersCount: 0 },
    ]);
  });

  it.each([
    // query                                names
    ['?status=ACTIVE', ['active']],
    ['?status=INACTIVE&_sort=name:ASC', ['draft', 'inactive']], //   a draft counts as inactive
    ['?status=DRAFT', ['draft']],
    ['?status=ARCHIVED', ['archived']],
    ['?status=ACTIVE,ARCHIVED&_sort=name:ASC', ['active', 'archived']],
    ['?_sort=name:DESC', ['inactive', 'draft', 'active']],
    ['?_search=ACTIVE&_sort=name:ASC', ['active', 'inactive']],
    ['?_search=description:draft', ['draft']],
    ['?_search=name:rides', []],
  ])('200 for %s', async (query, expected) => {
    expect(await names(query)).toEqual(expected);
  });

  it('200 page by page, with the first request carried in the token', async () => {
    const first = await list('?status=INACTIVE&_sort=name:ASC&pageSize=1');
    expect(first.body.data).toMatchObject([{ name: 'draft' }]);
    const second = await list(`?nextToken=${encodeURIComponent(first.body.nextToken)}`);
    expect(second.body).toMatchObject({ data: [{ name: 'inactive' }], nextToken: null });
  });

  it.each([
    '?status=OPEN',
    '?_sort=version',
    '?_search=status:DRAFT',
    '?pageSize=101',
    '?pageSize=0',
    '?nextToken=x',
  ])('400 for %s', async (query) => {
    expect((await list(query)).status).toBe(400);
  });
});
