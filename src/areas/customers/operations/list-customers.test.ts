import { beforeAll, describe, expect, it } from 'vitest';
import { useService } from '#test/running-app.ts';

const service = useService();
const ids = async (query: string) => {
  const { data } = await service.sandbox.must.get(`/customers?${query}`);
  return data.map(({ id }: { id: string }) => id);
};

beforeAll(async () => {
  const { sandbox } = service;
  const create = (id: string, name: string) =>
    sandbox.must.post('/customers', { id, name, primaryEmail: `${name}@Mail.example`, address: {} });
  await sandbox.setClock('2030-01-01T00:00:00Z');
  await create('a', 'Zebra');
  await create('B', 'Yak_1');
  await create('gone', 'Xerus');
  await sandbox.setClock('2030-01-02T00:00:00Z');
  await create('c', 'Yak-1');
  await sandbox.must.delete('/customers/gone');
});

describe('GET /customers', () => {
  it.each([
    //  query                       customers
    ['', ['c', 'B', 'a']],
    ['status=ARCHIVED', ['gone']],
    ['status=ACTIVE,ARCHIVED', ['c', 'gone', 'B', 'a']],
    ['id=a', ['a']],
    ['id=A', []],
    ['id=gone', []], // only active ones, unless a status is given
    ['_search=yak_1', ['B']],
    ['_search=name:ZEBRA', ['a']],
    ['_search=primary_email:zebra@mail', ['a']],
    ['_search=yak&status=ACTIVE', ['c', 'B']],
    ['_sort=id', ['B', 'a', 'c']],
    ['_sort=updated_at,id:DESC', ['a', 'B', 'c']],
  ])('200 for ?%s', async (query, expected) => {
    expect(await ids(query)).toEqual(expected);
  });

  it.each([
    'status=DRAFT',
    'id=a&status=ACTIVE',
    '_sort=name',
    '_search=',
    '_search=address:x',
    'pageSize=101',
  ])('400 for ?%s', async (query) => {
    expect((await service.sandbox.get(`/customers?${query}`)).status).toBe(400);
  });

  it('200 page by page, twenty by default, archived ones on no page', async () => {
    for (let i = 0; i < 19; i++)
      await service.production.must.post('/customers', {
        id: `page-${String(i).padStart(2, '0')}`,
        name: 'Page',
        primaryEmail: 'a@b.c',
        address: {},
      });
    const short = await service.production.must.get('/customers');
    expect([short.data.length, short.nextToken]).toEqual([19, null]);
    for (const id of ['page-19', 'page-20'])
      await service.production.must.post('/customers', {
        id,
        name: 'Page',
        primaryEmail: 'a@b.c',
        address: {},
      });
    const first = await service.production.must.get('/customers?_sort=id');
    await service.production.must.delete('/customers/page-20');
    const second = await service.production.must.get(`/customers?nextToken=${first.nextToken}`);
    expect([first.data.length, second]).toEqual([20, { data: [], nextToken: null }]);
  });
});
