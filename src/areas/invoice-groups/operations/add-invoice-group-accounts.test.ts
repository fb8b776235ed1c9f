import pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { openAccount } from '#test/billing-scenario.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
let id: string;
let other: string;
const GROUP = { name: 'G', email: 'g@example.com', dailyInvoiceConsolidation: true, address: {} };
/** The administrator of the database, past the program. */
async function connect(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: service.databaseUrl });
  await client.connect();
  return client;
}
const add = (accountIds: unknown, group = id) =>
  service.sandbox.post(`/invoice_groups/${group}/add_accounts`, { accountIds });
const open = async (accountIds: string[]): Promise<string> =>
  (await service.sandbox.must.post('/invoice_groups', { ...GROUP, accountIds })).id;
const accounts = async (group = id): Promise<string[]> =>
  (await service.sandbox.must.get(`/invoice_groups/${group}?pageSize=100`)).accounts;

beforeAll(async () => {
  const { sandbox } = service;
  await sandbox.setClock('2030-01-01T00:00:00Z');
  await sandbox.must.post('/ext/v1/organization/currencies', { currency: 'EUR', rate: 1.1 });
  for (const account of ['a', 'b', 'c', 'd', 'e', 'late']) await openAccount(sandbox, account);
  await openAccount(sandbox, 'euro', { invoiceCurrency: 'EUR' });
  await openAccount(sandbox, 'draft', { status: 'DRAFT' });
  await openAccount(sandbox, 'gone');
  await sandbox.must.delete('/accounts/gone');
  id = await open(['a']);
  other = await open(['b']);
});

describe('POST /invoice_groups/{invoice_group_id}/add_accounts', () => {
  it('200 and the group, which has those that were in it already once', async () => {
    const { status, body } = await add(['c', 'a', 'c']);
    expect([status, body.accountsCount, body.id]).toEqual([200, 2, id]);
    const again = await add(['c']);
    expect([again.status, again.body]).toEqual([200, body]);
    expect(await accounts()).toEqual(['a', 'c']);
  });

  it.each([
    [['d', 'nobody'], 404, 'ACCOUNT_NOT_FOUND'],
    [['d', 'draft'], 400, 'ACCOUNT_IN_DRAFT'],
    [['d', 'gone'], 400, 'ACCOUNT_ARCHIVED'],
    [['d', 'b'], 400, 'ACCOUNT_IN_OTHER_GROUP'],
    [['d', 'euro'], 400, 'GROUP_CURRENCY_DIFFERS'],
    [[], 400, 'INVALID_REQUEST'],
    [Array.from({ length: 101 }, () => 'd'), 400, 'INVALID_REQUEST'],
  ])('%j is refused with %i, and nobody is added', async (accountIds, status, code) => {
    const reply = await add(accountIds);
    expect([reply.status, reply.headers['error-code']]).toEqual([status, code]);
    expect(await accounts()).toEqual(['a', 'c']);
  });

  it('404 for a group that nobody has', async () => {
    expect((await add(['d'], 'nobody')).body).toEqual({ message: 'invoice group nobody not found' });
  });

  it('200 for one and 400 for the other group that want an account at the same time', async () => {
    const replies = await Promise.all([add(['e', 'd']), add(['d', 'e'], other)]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  it('400 while an account shares a group, when its currency or its status is to change', async () => {
    const currency = await service.sandbox.patch('/accounts/a', { invoiceCurrency: 'EUR' });
    expect([currency.status, currency.headers['error-code']]).toEqual([400, 'ACCOUNT_IN_INVOICE_GROUP']);
    expect(currency.body.message).toMatch(/^invoiceCurrency: the account is in invoice group inv_group/);
    const status = await service.sandbox.patch('/accounts/a', { status: 'DRAFT' });
    expect([status.status, status.body.message.split(':')[0]]).toEqual([400, 'status']);
    expect((await service.sandbox.patch('/accounts/late', { invoiceCurrency: 'EUR' })).status).toBe(200);
    expect((await add(['late'])).headers['error-code']).toBe('GROUP_CURRENCY_DIFFERS');
  });

  it('the database lets an account into one group at an instant, whatever the program does', async () => {
    const client = await connect();
    const insert = (from: string, until: string | null) =>
      client.query(
        `insert into invoice_group_members
         select org_id, $1, account_id, $2, $3 from invoice_group_members where account_id = 'a'`,
        [other, from, until],
      );
    await expect(insert('2031-01-01T00:00:00Z', null)).rejects.toThrow('invoice_group_members_one_group');
    await expect(insert('2029-01-01T00:00:00Z', '2030-01-01T00:00:01Z')).rejects.toThrow('one_group');
    await client.end();
  });

  it('200 up to 1000 accounts and 400 beyond', async () => {
    const { sandbox } = service;
    const customer = { id: 'many', name: 'Many', primaryEmail: 'm@example.com', address: {} };
    await sandbox.must.post('/customers', customer);
    const ids = Array.from({ length: 1001 }, (_, i) => `m-${String(i).padStart(4, '0')}`);
    const client = await connect();
    await client.query(
      `insert into accounts (org_id, id, platform_id, customer_id, name, invoice_currency, status,
         created_at, updated_at)
       select c.org_id, sent.id, 'p-' || sent.id, c.id, 'Many', 'USD', 'ACTIVE', now(), now()
       from unnest($1::text[]) as sent (id), customers c where c.id = 'many'`,
      [ids],
    );
    await client.end();
    const group = await open(ids.slice(0, 100));
    for (let at = 100; at < 900; at += 100) await add(ids.slice(at, at + 100), group);
    const overfull = await add(ids.slice(901, 1001).concat(), group);
    expect([overfull.status, overfull.body.accountsCount]).toEqual([200, 1000]);
    const rejected = await add([ids[900], ids[901]], group);
    expect([rejected.status, rejected.body.message]).toEqual([
      400,
      'accountIds: an invoice group may have at most 1000 accounts, and this one would have 1001',
    ]);
    expect((await add([ids[901]], group)).status).toBe(200);
    // Their drafts are looked at a hundred accounts at a time.
    await sandbox.settle();
    const watch = await connect();
    const { rows } = await watch.query(`select key from scheduled_work where kind like 'invoice_groups.%'`);
    await watch.end();
    expect(rows).toEqual([]);
  });
});
