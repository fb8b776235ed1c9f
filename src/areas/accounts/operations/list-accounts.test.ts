import { beforeAll, describe, expect, it } from 'vitest';
import { useService } from '#test/running-app.ts';

const service = useService();
const ids = async (query: string) => {
  const { status, body } = await service.sandbox.get(`/accounts?${query}`);
  if (status !== 200) throw new Error(`${status} ${body.message}`);
  return body.data.map(({ id }: { id: string }) => id);
};

beforeAll(async () => {
  const { sandbox } = service;
  await sandbox.must.post('/ext/v1/organization/currencies', { currency: 'EUR', rate: 1 });
  const address = {};
  for (const [i, id] of ['one', 'two'].entries()) {
    await sandbox.setClock(`2030-01-0${i + 1}T00:00:00Z`);
    const account = { id: `${id}-a`, name: `Account ${id}` };
    await sandbox.must.post('/customers', { id, name: 'Acme', primaryEmail: 'x@y.z', address, account });
  }
  const more = { name: 'Further 100%', customerId: 'one' };
  await sandbox.must.post('/accounts', { ...more, id: 'B', invoiceCurrency: 'EUR', primaryEmail: 'Eu@x.y' });
  await sandbox.must.post('/accounts', { ...more, id: 'a', status: 'DRAFT' });
  await sandbox.must.post('/accounts', { ...more, id: 'z' });
  await sandbox.must.delete('/accounts/z');
});

describe('GET /accounts', () => {
  it.each([
    //  query                                 accounts
    // The newest change first; of the same instant by code point of the id.
    ['', ['B', 'a', 'two-a', 'one-a']],
    ['status=ACTIVE', ['B', 'two-a', 'one-a']],
    ['status=DRAFT', ['a']],
    ['status=ARCHIVED', ['z']],
    ['account_id=one-a', ['one-a']],
    ['account_id=one-a,two-a,z', ['two-a', 'one-a']],
    ['customer_id=one', ['B', 'a', 'one-a']],
    ['customer_id=one&status=ACTIVE,ARCHIVED', ['B', 'z', 'one-a']],
    ['invoice_currency=EUR', ['B']],
    ['_search=further', ['B', 'a']],
    ['_search=100%25', ['B', 'a']],
    ['_search=primary_email:eu@', ['B']],
    ['_search=account_id:-a', ['two-a', 'one-a']],
    ['_sort=account_id', ['B', 'a', 'one-a', 'two-a']],
    ['_sort=account_id:DESC', ['two-a', 'one-a', 'a', 'B']],
    // All but the first changed at the same instant.
    ['_sort=updated_at:ASC', ['one-a', 'B', 'a', 'two-a']],
  ])('200 for ?%s', async (query, expected) => {
    expect(await ids(query)).toEqual(expected);
  });

  it.each([
    'status=GONE',
    'status=ACTIVE&invoice_currency=EUR',
    'account_id=a&customer_id=one',
    '_sort=name',
    '_search=customer_id:x',
    'pageSize=0',
    'pageSize=101',
  ])('400 for ?%s', async (query) => {
    expect((await service.sandbox.get(`/accounts?${query}`)).status).toBe(400);
  });

  it('200 page by page, the token carrying the first request', async () => {
    const pages: string[][] = [];
    let query = 'pageSize=2&status=ACTIVE,DRAFT';
    for (let i = 0; i < 3 && query; i++) {
      const { body } = await service.sandbox.get(`/accounts?${query}`);
      pages.push(body.data.map(({ id }: { id: string }) => id));
      query = body.nextToken ? `nextToken=${body.nextToken}` : '';
    }
    expect(pages).toEqual([
      ['B', 'a'],
      ['two-a', 'one-a'],
    ]);
  });

  it('200 with aliases and settings of each account', async () => {
    const setting = { id: 'k', value: 'v', namespace: 'USER', name: 'n', dataType: 'STRING' };
    await service.sandbox.must.post('/settings', { ...setting, entityType: 'ACCOUNT', entityId: 'B' });
    await service.sandbox.must.post('/accounts/two-a/add_aliases', { aliases: ['second'] });
    const { body } = await service.sandbox.get('/accounts?_sort=account_id');
    const shown = body.data.map(({ id, aliases, settings }: Record<string, unknown>) => [
      id,
      aliases,
      settings,
    ]);
    expect(shown).toEqual([
      ['B', [], [setting]],
      ['a', [], []],
      ['one-a', [], []],
      ['two-a', [{ alias: 'second' }], []],
    ]);
  });
});
