import { beforeAll, describe, expect, it } from 'vitest';
import { useService } from '#test/running-app.ts';

const service = useService();
const list = (query = '') => service.production.get(`/usage_meters${query}`);
const ids: Record<string, string> = {};

beforeAll(async () => {
  const { must } = service.production;
  for (const [name, aggregation] of [
    ['draft', 'SUM'],
    ['active', 'COUNT'],
    ['inactive', 'COUNT'],
    ['archived', 'COUNT'],
  ] as const) {
    const body = { name, billableName: `${name} rides`, type: 'COUNTER', aggregation };
    ids[name] = (await must.post('/usage_meters', body)).id;
  }
  for (const name of ['active', 'inactive']) await must.post(`/usage_meters/${ids[name]}/activate`);
  await must.post(`/usage_meters/${ids.inactive}/deactivate`);
  await must.delete(`/usage_meters/${ids.archived}`);
  const elsewhere = { name: 'elsewhere', type: 'COUNTER', aggregation: 'COUNT' };
  await service.sandbox.must.post('/usage_meters', elsewhere);
});

describe('GET /usage_meters', () => {
  it.each([
    // query                                 names
    ['', ['inactive', 'active', 'draft']], //             the last changed first
    ['?_sort=updated_at:ASC', ['draft', 'active', 'inactive']],
    ['?status=ACTIVE', ['active']],
    ['?status=INACTIVE', ['inactive', 'draft']], //       a draft counts as inactive
    ['?status=ARCHIVED', ['archived']],
    ['?aggregation=COUNT', ['inactive', 'active']],
    ['?aggregations=SUM', ['draft']],
    ['?aggregations=SUM,COUNT&status=ACTIVE', ['active']],
    ['?aggregation=MAX', []],
    ['?aggregation=COUNT&status=INACTIVE', ['inactive']],
    ['?_search=active', ['inactive', 'active']],
    ['?_search=billable_name:draft', ['draft']],
  ])('200 for %s', async (query, names) => {
    const { status, body } = await list(query);
    expect(status).toBe(200);
    expect(body.data.map(({ name }: { name: string }) => name)).toEqual(names);
    expect(body.nextToken).toBeNull();
  });

  it('200 by ids, also of archived meters', async () => {
    const { body } = await list(`?id=${ids.archived},${ids.draft}`);
    expect(body.data).toMatchObject([{ name: 'archived' }, { name: 'draft' }]);
  });

  it('200 page by page', async () => {
    const first = await list('?pageSize=2');
    const second = await list(`?nextToken=${encodeURIComponent(first.body.nextToken)}`);
    expect(second.body).toMatchObject({ data: [{ name: 'draft' }], nextToken: null });
  });

  it.each([
    '?status=OPEN',
    '?aggregation=MEDIAN',
    '?id=um.x&status=ACTIVE',
    '?aggregation=SUM&aggregations=SUM',
    '?_sort=name',
    '?_search=status:DRAFT',
    '?pageSize=101',
  ])('400 for %s', async (query) => {
    expect((await list(query)).status).toBe(400);
  });
});
