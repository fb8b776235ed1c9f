import { beforeAll, describe, expect, it } from 'vitest';
import { useService } from '#test/running-app.ts';

const service = useService();
beforeAll(async () => {
  for (const [name, type, billableName] of [
    ['b seat', 'LICENSE', undefined],
    ['Alpha', 'FIXED_FEE', 'Setup 100%'],
    ['a_seat', 'LICENSE', 'User seat'],
    ['Old', 'FIXED_FEE', undefined],
  ])
    await service.production.must.post('/addons', { name, type, ...(billableName && { billableName }) });
  const { data } = await service.production.must.get('/addons?_search=name:old');
  await service.production.must.delete(`/addons/${data[0].id}`);
});

const names = async (query: string) => {
  const { data } = await service.production.must.get(`/addons?${query}`);
  return data.map(({ name }: { name: string }) => name);
};

describe('GET /addons', () => {
  it('200 and the list with its context, the only list that has one', async () => {
    const body = await service.production.must.get('/addons');
    expect(Object.keys(body)).toEqual(['data', 'nextToken', 'context']);
    expect(body.context).toEqual({ pageSize: 20, sortOrder: 'ASC' });
    expect(body.nextToken).toBeNull();
    expect((await service.production.must.get('/addons?pageSize=3&_sort=id:DESC')).context).toEqual({
      pageSize: 3,
      sortOrder: 'DESC',
    });
  });

  it.each([
    // query                                  names, upper case before lower by code point
    ['', ['Alpha', 'Old', 'a_seat', 'b seat']],
    ['_sort=name:DESC', ['b seat', 'a_seat', 'Old', 'Alpha']],
    ['_sort=created_at', ['b seat', 'Alpha', 'a_seat', 'Old']],
    ['status=ACTIVE', ['Alpha', 'a_seat', 'b seat']],
    ['status=ARCHIVED', ['Old']],
    ['status=ACTIVE,ARCHIVED&type=FIXED_FEE', ['Alpha', 'Old']],
    ['type=LICENSE', ['a_seat', 'b seat']],
    ['type=NAMED_LICENSE', []],
    ['_search=SEAT', ['a_seat', 'b seat']],
    ['_search=%25', ['Alpha']],
    ['_search=name:_', ['a_seat']],
    ['_search=billable_name:seat', ['a_seat']],
    ['_search=seat&type=LICENSE&status=ACTIVE', ['a_seat', 'b seat']],
    ['_search=addon.', ['Alpha', 'Old', 'a_seat', 'b seat']],
  ])('200 for ?%s', async (query, expected) => {
    expect(await names(query)).toEqual(expected);
  });

  it.each([
    ['type=SEAT', 'type: must be one of LICENSE, FIXED_FEE, CREDIT_GRANT, NAMED_LICENSE'],
    ['status=active', 'status: must be one of ACTIVE, ARCHIVED'],
    ['pageSize=101', 'pageSize: must be a whole number from 1 to 100'],
    ['_sort=price', '_sort: cannot sort by price; use created_at, name, id'],
    ['_search=type:x', '_search: cannot search by type; use id, name, billable_name'],
  ])('400 for ?%s', async (query, message) => {
    const reply = await service.production.get(`/addons?${query}`);
    expect([reply.status, reply.body]).toEqual([400, { message }]);
  });

  it('200 page by page, with the first request carried by the token', async () => {
    const first = await service.production.must.get('/addons?pageSize=2&status=ACTIVE');
    expect(first.data.map(({ name }: { name: string }) => name)).toEqual(['Alpha', 'a_seat']);
    const second = await service.production.must.get(`/addons?nextToken=${first.nextToken}&pageSize=50`);
    expect(second.data.map(({ name }: { name: string }) => name)).toEqual(['b seat']);
    expect(second).toMatchObject({ nextToken: null, context: { pageSize: 2 } });
  });

  it('400 for a token of another list', async () => {
    const { nextToken } = await service.production.must.get('/addons?pageSize=1');
    const reply = await service.production.get(`/ext/v1/api_keys?nextToken=${nextToken}`);
    expect([reply.status, reply.headers['error-code']]).toEqual([400, 'INVALID_NEXT_TOKEN']);
    expect((await service.sandbox.get(`/addons?nextToken=${nextToken}`)).status).toBe(400);
  });
});
