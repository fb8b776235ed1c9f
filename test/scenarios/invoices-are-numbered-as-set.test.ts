import pg from 'pg';
import { describe, expect, it, test } from 'vitest';
import { listInvoices } from '#test/billing-scenario.ts';
import { formGroup, listComposites, openPayer } from '#test/group-scenario.ts';
import { type Client, type Reply, useService } from '#test/running-app.ts';

const service = useService();

type Owner = { entityType: 'ORGANIZATION' | 'INVOICE_GROUP'; entityId: string };

function number(client: Client, owner: Owner, value: Record<string, unknown>): Promise<Reply> {
  return client.post('/settings', {
    ...owner,
    ...{ id: 'INVOICE_SEQUENCE', namespace: 'PLATFORM', name: 'Numbers', dataType: 'JSON' },
    value: JSON.stringify(value),
  });
}

const company = (entityId: string): Owner => ({ entityType: 'ORGANIZATION', entityId });

/** `two 10/2030-0001`: whose it is, and its number; the issued ones in the order of their dates. */
async function numbersOf(client: Client, accounts: string[]): Promise<string[]> {
  const invoices = await Promise.all(accounts.map((account) => listInvoices(client, account)));
  return invoices
    .flat()
    .filter(({ sequenceId }) => sequenceId)
    .sort((a, b) => (a.invoiceDate < b.invoiceDate ? -1 : 1))
    .map(({ ownerId, sequenceId }) => `${ownerId} ${sequenceId}`);
}

async function open(id: string, accounts: string[]): Promise<Client> {
  const { sandbox } = await service.createOrganization(id);
  await sandbox.setClock('2030-11-01T00:00:00Z');
  for (const [index, account] of accounts.entries())
    await openPayer(sandbox, account, { from: '2030-11-01', graceDays: index });
  return sandbox;
}

describe('each month, year or customer', () => {
  it('counts from its start where the setting says so, and what is issued stays', async () => {
    const client = await open('resets', ['one', 'two']);
    await client.setClock('2030-12-03T00:00:00Z'); // numbered plainly
    await number(client, company('resets'), { pattern: 'R{YY}-{SEQ}', reset: 'YEARLY', start: 10, pad: 3 });
    await client.setClock('2031-02-03T00:00:00Z');
    await number(client, company('resets'), {
      pattern: '{MM}/{YYYY}/{SEQ}',
      reset: 'MONTHLY',
      start: 10,
      pad: 1,
    });
    await client.setClock('2031-04-01T00:00:00Z');
    expect(await numbersOf(client, ['one', 'two'])).toEqual([
      'one 2030-12-0001',
      'two 2030-12-0002',
      'one R31-010',
      'two R31-011',
      'one R31-012',
      'two R31-013',
      'one 03/2031/10',
      'two 03/2031/11',
      'one 04/2031/10',
    ]);
  });

  it('of a customer counts by itself, also with the same numbers', async () => {
    const client = await open('customers', ['one', 'two']);
    await number(client, company('customers'), { pattern: '{YYYY}-{SEQ}', scope: 'CUSTOMER' });
    await client.setClock('2031-01-03T00:00:00Z');
    await number(client, company('customers'), { pattern: '{CUSTOMER}-{SEQ}', scope: 'CUSTOMER', pad: 1 });
    await client.setClock('2031-02-03T00:00:00Z');
    expect(await numbersOf(client, ['one', 'two'])).toEqual([
      'one 2030-0001',
      'two 2030-0001',
      'one 2031-0002',
      'two 2031-0002',
      'one customer-one-3',
      'two customer-two-3',
    ]);
  });
});

test('a change of the setting never gives a number again', async () => {
  const client = await open('changes', ['one', 'two']);
  await client.setClock('2030-12-03T00:00:00Z');
  // The same pattern as before, counted by month and then by customer: both counters begin at 1.
  await number(client, company('changes'), { pattern: '{YYYY}-{MM}-{SEQ}', reset: 'MONTHLY' });
  await client.setClock('2031-01-03T00:00:00Z');
  await number(client, company('changes'), { pattern: '{YYYY}-01-{SEQ}', scope: 'CUSTOMER' });
  await client.setClock('2031-02-03T00:00:00Z');
  expect(await numbersOf(client, ['one', 'two'])).toEqual([
    'one 2030-12-0001',
    'two 2030-12-0002',
    'one 2031-01-0001',
    'two 2031-01-0002',
    'one 2031-01-0003',
    'two 2031-01-0003',
  ]);
});

test('400 when start goes down; it may stay and go up, and then skips', async () => {
  const client = await open('starts', ['one', 'two']);
  const write = (start: number) => number(client, company('starts'), { pattern: '{SEQ}', start });
  expect((await write(5)).status).toBe(201);
  const refused = await write(4);
  expect([refused.status, refused.body.message]).toEqual([
    400,
    'value: start can only be raised and must be at least 5',
  ]);
  const address = '/settings/setting.PLATFORM.INVOICE_SEQUENCE.ORGANIZATION.starts';
  expect((await client.patch(address, { value: '{"pattern":"{SEQ}"}' })).status).toBe(400);
  await client.setClock('2030-12-01T00:00:00Z');
  expect((await write(5)).status).toBe(201);
  expect((await write(100)).status).toBe(201);
  await client.setClock('2030-12-03T00:00:00Z');
  expect(await numbersOf(client, ['one', 'two'])).toEqual(['one 0005', 'two 0100']);
});

test('the setting of a group is that of its composites, and members have no number', async () => {
  const client = await open('groups', ['one', 'two', 'alone']);
  const group = await formGroup(client, { accounts: ['one', 'two'] });
  const owner: Owner = { entityType: 'INVOICE_GROUP', entityId: group };
  expect((await number(client, owner, { pattern: 'G-{DD}-{SEQ}', scope: 'INVOICE_GROUP' })).status).toBe(201);
  await number(client, company('groups'), { pattern: 'S-{SEQ}', scope: 'INVOICE_GROUP' });
  await client.setClock('2031-01-10T00:00:00Z');
  // Due on the 2nd, when the longer grace period of the two is over.
  expect((await listComposites(client, group)).map(({ sequenceId }) => sequenceId)).toEqual([
    'G-02-0001',
    'G-02-0002',
  ]);
  expect(await numbersOf(client, ['one', 'two', 'alone'])).toEqual(['alone S-0001', 'alone S-0002']);
});

test('dates are those of the organization, and what is void keeps its number', async () => {
  const client = await open('zones', ['one']);
  await client.must.patch('/ext/v1/organization', { timezone: 'America/New_York' });
  await number(client, company('zones'), { pattern: '{YYYY}{MM}{DD}-{SEQ}', reset: 'MONTHLY' });
  await client.setClock('2030-12-01T00:00:00Z'); // 30 November, 19:00 in New York
  const [november] = await listInvoices(client, 'one');
  expect(november.sequenceId).toBe('20301130-0001');
  await client.must.patch(`/invoices/${november.id}`, { status: 'VOID' });
  await client.setClock('2031-02-01T00:00:00Z');
  expect(await numbersOf(client, ['one'])).toEqual([
    'one 20301130-0001',
    'one 20301231-0001',
    'one 20310131-0001',
  ]);
});

test('the database gives no number twice, whatever the program does', async () => {
  const client = await open('walls', ['one', 'two']);
  await client.setClock('2030-12-03T00:00:00Z');
  const owner = new pg.Client({ connectionString: service.databaseUrl });
  await owner.connect();
  const copy =
    owner.query(`insert into invoices (org_id, id, account_id, customer_id, invoice_class, invoice_type,
      status, currency, start_at, end_at, invoice_date, net_term_days, generated_at, created_at, updated_at,
      total_amount, inputs, document, details, sequence_id)
    select org_id, 'copy', account_id, customer_id, invoice_class, 'CUSTOM', status, currency, start_at,
      end_at, invoice_date, net_term_days, generated_at, created_at, updated_at, total_amount, inputs,
      document, details, sequence_id
    from invoices where sequence_id is not null and account_id is not null limit 1`);
  await expect(copy).rejects.toThrow('invoices_sequence');
  await owner.end();
});
