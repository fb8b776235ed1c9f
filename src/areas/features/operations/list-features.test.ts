import { beforeAll, describe, expect, it } from 'vitest';
import { useService } from '#test/running-app.ts';

const service = useService();
beforeAll(async () => {
  for (const name of ['calls', 'texts'])
    await service.production.must.post('/event_schema', {
      ...{ name, attributes: [{ name: 'amount' }], dimensions: [] },
    });
  const talk = ['calls', 'texts'].map((schemaName) => ({ schemaName, attributeName: 'amount' }));
  for (const [name, billableName, schemaAssociations] of [
    ['b talk', undefined, talk],
    ['Alpha', 'Single sign-on 100%', []],
    ['a_export', 'Data export', []],
  ])
    await service.production.must.post('/features', {
      ...{ name, schemaAssociations },
      ...(billableName !== undefined && { billableName }),
    });
});

describe('GET /features', () => {
  it('200 with the number of schemas instead of the associations, and without a context', async () => {
    const body = await service.production.must.get('/features');
    expect(Object.keys(body)).toEqual(['data', 'nextToken']);
    const facts = { id: expect.any(String), createdAt: expect.any(String), updatedAt: expect.any(String) };
    expect(body.data).toEqual([
      {
        ...{ ...facts, name: 'Alpha', billableName: 'Single sign-on 100%' },
        ...{ displayName: 'Single sign-on 100%', schemaCount: 0 },
      },
      { ...facts, name: 'a_export', billableName: 'Data export', displayName: 'Data export', schemaCount: 0 },
      { ...facts, name: 'b talk', displayName: 'b talk', schemaCount: 2 },
    ]);
  });

  it.each([
    // query                         names, upper case before lower by code point
    ['_sort=name:DESC', ['b talk', 'a_export', 'Alpha']],
    ['_sort=created_at', ['b talk', 'Alpha', 'a_export']],
    ['_search=EXPORT', ['a_export']],
    ['_search=name:_', ['a_export']],
    ['_search=billable_name:%25', ['Alpha']],
    ['_search=id:feature.', ['Alpha', 'a_export', 'b talk']],
  ])('200 for ?%s', async (query, expected) => {
    const { data } = await service.production.must.get(`/features?${query}`);
    expect(data.map(({ name }: { name: string }) => name)).toEqual(expected);
  });

  it.each([
    ['pageSize=101', 'pageSize: must be a whole number from 1 to 100'],
    ['pageSize=0', 'pageSize: must be a whole number from 1 to 100'],
    ['_sort=billable_name', '_sort: cannot sort by billable_name; use created_at, name, id'],
    ['_search=type:x', '_search: cannot search by type; use id, name, billable_name'],
  ])('400 for ?%s', async (query, message) => {
    const reply = await service.production.get(`/features?${query}`);
    expect([reply.status, reply.body]).toEqual([400, { message }]);
  });

  it('200 page by page, and 100 is the largest page', async () => {
    const first = await service.production.must.get('/features?pageSize=2');
    const second = await service.production.must.get(`/features?nextToken=${first.nextToken}`);
    expect([first.data.length, second.data.length, second.nextToken]).toEqual([2, 1, null]);
    expect((await service.production.get('/features?pageSize=100')).status).toBe(200);
  });
});
