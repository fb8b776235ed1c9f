import { beforeAll, describe, expect, it } from 'vitest';
import { areas } from '#app';
import { responseSchema } from '#test/document-parts.ts';
import { exampleOf, pathOf } from '#test/every-operation.ts';
import { buildWorld, type World } from '#test/example-world.ts';
import { useService } from '#test/running-app.ts';

/**
 * The document's rules of lists, on every list of the product. That walks meet each row once is shown
 * beside.
 */
const service = useService();
const lists = areas.flatMap((area) => area.operations).filter((operation) => operation.list);
const each = lists.map((operation) => [operation.id, operation] as const);
type List = (typeof lists)[number];

let world: World;
beforeAll(async () => {
  world = await buildWorld(service, 'paged');
  for (let i = 0; i < 3; i++)
    await world.client.must.post('/addons', { name: `Paged ${i}`, type: 'LICENSE' });
});

const addressOf = (operation: List) => {
  const { query = '' } = exampleOf(operation, world);
  return { path: pathOf(operation, world.ids), query: query ? `${query}&` : '' };
};
const rowsOf = (page: Record<string, unknown>) => (page.data ?? page.events ?? page.accounts) as unknown[];
const get = (path: string) => world.client.get(path);
const must = (path: string) => world.client.must.get(path);

describe('the envelope of every list', () => {
  it.each(each)('has its rows and nextToken, which is null on the last page: %s', async (_, operation) => {
    const { path, query } = addressOf(operation);
    const page = await must(`${path}?${query}pageSize=${operation.list?.maxPageSize}`);
    expect(rowsOf(page)).toBeInstanceOf(Array);
    expect(rowsOf(page).length).toBeLessThan(operation.list?.maxPageSize ?? 0);
    expect(page).toHaveProperty('nextToken', null);
  });

  it('data is required, and nextToken is a string or null', async () => {
    const document = await service.production.must.get('/openapi.json');
    for (const route of ['/addons', '/invoices/bill_runs', '/invoice_groups', '/jobs/{job_id}/entries']) {
      const schema = responseSchema(document, document.paths[route].get, '200');
      expect(schema.required, route).toContain('data');
      expect(schema.properties.nextToken.type).toEqual(['string', 'null']);
    }
  });

  it('context is returned by the add-on list only, with pageSize and sortOrder', async () => {
    for (const [id, operation] of each) {
      const { path, query } = addressOf(operation);
      const page = await must(`${path}?${query}`);
      if (id === 'listAddOns') expect(page.context).toEqual({ pageSize: 20, sortOrder: 'ASC' });
      else expect(page, id).not.toHaveProperty('context');
    }
    expect((await must('/addons?pageSize=7&_sort=name:DESC')).context).toEqual({
      pageSize: 7,
      sortOrder: 'DESC',
    });
  });
});

describe('pageSize', () => {
  it.each(each)('from 1 to the maximum, and nothing else: %s', async (_, operation) => {
    const { path, query } = addressOf(operation);
    const { maxPageSize: max } = operation.list as { maxPageSize: number };
    expect([50, 100]).toContain(max);
    for (const size of [1, max]) expect((await get(`${path}?${query}pageSize=${size}`)).status).toBe(200);
    for (const size of [0, -1, 1.5, max + 1, '1e1', 'all']) {
      const { status, body } = await get(`${path}?${query}pageSize=${size}`);
      expect([size, status, body.message]).toEqual([
        size,
        400,
        expect.stringMatching(new RegExp(`pageSize: must be .*(?:${max}|integer|at least 1)`)),
      ]);
    }
  });

  it('limits the rows of a page', async () => {
    for (const size of [1, 2, 3]) expect((await must(`/addons?pageSize=${size}`)).data).toHaveLength(size);
  });

  it('is 20 when nothing is said, as in the list of customers', async () => {
    const { sandbox } = await service.createOrganization('twenty');
    for (let i = 0; i < 21; i++) {
      const customer = { id: `c-${i}`, name: `Customer ${i}`, primaryEmail: 'a@b.example', address: {} };
      await sandbox.must.post('/customers', customer);
      await sandbox.must.post('/addons', { name: `Add-on ${i}`, type: 'LICENSE' });
    }
    for (const path of ['/customers', '/addons', '/accounts'])
      expect((await sandbox.must.get(path)).data).toHaveLength(20);
    expect((await sandbox.must.get('/customers?pageSize=100')).data).toHaveLength(21);
  });
});

describe('nextToken', () => {
  const names = (page: { data: { name: string }[] }) => page.data.map(({ name }) => name);

  it('is absent for the first page, and leads to the rows after the last one', async () => {
    const whole = names(await must('/addons'));
    const first = await must('/addons?pageSize=2');
    expect(names(first)).toEqual(whole.slice(0, 2));
    expect(names(await must('/addons?pageSize=2&nextToken='))).toEqual(whole.slice(0, 2));
    expect(names(await must(`/addons?nextToken=${first.nextToken}`))).toEqual(whole.slice(2, 4));
  });

  it('carries page size, filters, search and sort of the first request', async () => {
    const first = await must('/addons?type=LICENSE&_search=paged&_sort=name:DESC&pageSize=1');
    expect(names(first)).toEqual(['Paged 2']);
    const second = await must(`/addons?nextToken=${first.nextToken}`);
    expect(names(second)).toEqual(['Paged 1']);
    // What is sent again beside it does not count.
    const other = `pageSize=50&type=FIXED_FEE&_search=fee&_sort=id&nextToken=${second.nextToken}`;
    expect(names(await must(`/addons?${other}`))).toEqual(['Paged 0']);
  });

  it('is null on the last page', async () => {
    const first = await must('/addons?_search=paged&pageSize=2');
    const last = await must(`/addons?nextToken=${first.nextToken}`);
    expect([names(last).length, last.nextToken]).toEqual([1, null]);
    expect((await must('/addons?_search=paged&pageSize=3')).nextToken).toBeNull();
  });

  it('of a page whose followers have gone leads to an empty list and null', async () => {
    const { sandbox } = await service.createOrganization('leaving');
    for (const name of ['a', 'b']) await sandbox.must.post('/addons', { name, type: 'LICENSE' });
    const first = await sandbox.must.get('/addons?status=ACTIVE&pageSize=1');
    const { data } = await sandbox.must.get('/addons?_search=name:b');
    await sandbox.must.delete(`/addons/${data[0].id}`);
    const last = await sandbox.must.get(`/addons?nextToken=${first.nextToken}`);
    expect([last.data, last.nextToken]).toEqual([[], null]);
  });

  it('is opaque: changed, of another list or of another organization it is rejected', async () => {
    const { nextToken } = await must('/addons?pageSize=1');
    expect(nextToken.length).toBeLessThanOrEqual(500);
    const other = await service.createOrganization('elsewhere');
    for (const reply of [
      await get(`/addons?nextToken=${nextToken.slice(0, -1)}${nextToken.endsWith('A') ? 'B' : 'A'}`),
      await get('/addons?nextToken=2'),
      await get(`/customers?nextToken=${nextToken}`),
      await other.sandbox.get(`/addons?nextToken=${nextToken}`),
    ])
      expect([reply.status, reply.body.message]).toEqual([
        400,
        expect.stringMatching(/^invalid nextToken: /),
      ]);
  });

  it('shows each earlier row once while rows are added', async () => {
    const before = names(await must('/addons?pageSize=100'));
    const seen: string[] = [];
    for (let path = '/addons?pageSize=1', n = 0; path; n++) {
      const page = await must(path);
      seen.push(...names(page));
      if (n < 4)
        await world.client.must.post('/addons', { name: `${'AMPy'[n]} added ${n}`, type: 'LICENSE' });
      path = page.nextToken ? `/addons?nextToken=${page.nextToken}` : '';
    }
    expect(seen.filter((name) => before.includes(name))).toEqual(before);
    expect(new Set(seen).size).toBe(seen.length);
  });
});

describe('filters, _search and _sort', () => {
  it('filters are query parameters named as the field', async () => {
    const { must: read } = world.client;
    const account = world.ids.account_id;
    for (const [path, member, value] of [
      ['/addons?type=FIXED_FEE', 'type', 'FIXED_FEE'],
      [`/accounts?account_id=${account}`, 'id', account],
      [`/invoices?owner_id=${account}`, 'ownerId', account],
      ['/settings?namespace=USER', 'namespace', 'USER'],
    ]) {
      const { data } = await read.get(path ?? '');
      expect(data.length, path).toBeGreaterThan(0);
      for (const row of data) expect(row[member ?? '']).toBe(value);
    }
  });

  it.each(each)('_search and _sort take the declared fields only: %s', async (_, operation) => {
    const { path, query } = addressOf(operation);
    const { searchable, sortable } = operation.list as NonNullable<List['list']>;
    for (const name of Object.keys(sortable))
      for (const order of [name, `${name}:ASC`, `${name}:DESC`])
        expect((await get(`${path}?${query}_sort=${order}`)).status, order).toBe(200);
    expect((await get(`${path}?${query}_sort=colour`)).body.message).toMatch(
      /^_sort: cannot sort by colour; use /,
    );
    for (const name of Object.keys(searchable))
      expect((await get(`${path}?${query}_search=${name}:x`)).status, name).toBe(200);
    const { status, body } = await get(`${path}?${query}_search=colour:x`);
    expect([status, body.message]).toEqual([400, expect.stringMatching(/_search/)]);
  });
});
