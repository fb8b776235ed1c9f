import pg from 'pg';
import { beforeAll, expect, test } from 'vitest';
import { takeInvoiceNumber } from '#areas/invoices/lifecycle/take-number.ts';
import { openWaiting } from '#test/bill-run-scenario.ts';
import { listInvoices } from '#test/billing-scenario.ts';
import { countWaiting } from '#test/count-waiting.ts';
import { formGroup, openPayer } from '#test/group-scenario.ts';
import { orgOf } from '#test/invoice-rows.ts';
import { type Client, useService } from '#test/running-app.ts';

const service = useService({}, { own: 'adds a trigger that fails' });
let client: Client;
beforeAll(async () => {
  client = await openWaiting(service, 'numbers', ['slow', 'quick', 'next']);
  await client.setClock('2030-02-03T00:00:00Z');
});

const january = async (account: string) => (await listInvoices(client, account))[0];

async function finalize(account: string): Promise<string> {
  const { id } = await january(account);
  return (await client.must.patch(`/invoices/${id}`, { status: 'DUE' })).sequenceId;
}

test('a slow computation holds up nobody, and its number is of the moment when it is done', async () => {
  const { id } = await january('slow');
  const owner = new pg.Client({ connectionString: service.databaseUrl });
  await owner.connect();
  // Somebody holds what the computation reads.
  await owner.query('begin');
  await owner.query('select 1 from invoices where id = $1 for update', [id]);
  const isSlow = finalize('slow');
  await expect.poll(() => countWaiting(owner), { timeout: 10_000 }).toBe(1);
  expect(await finalize('quick')).toBe('2030-02-0001');
  expect(await countWaiting(owner)).toBe(1);
  await owner.query('rollback');
  await owner.end();
  expect(await isSlow).toBe('2030-02-0002');
});

test('what fails behind its number leaves no gap', async () => {
  const owner = new pg.Client({ connectionString: service.databaseUrl });
  await owner.connect();
  await owner.query(`create function fail_once() returns trigger language plpgsql as
    $$ begin raise exception 'number % was taken', new.sequence_id; end $$`);
  await owner.query(`create trigger fail_once before update on invoices for each row
    when (old.status = 'DRAFT' and new.status = 'DUE') execute function fail_once()`);
  const { id } = await january('next');
  expect((await client.patch(`/invoices/${id}`, { status: 'DUE' })).status).toBe(500);
  await owner.query('drop trigger fail_once on invoices');
  await owner.query('drop function fail_once');
  await owner.end();
  expect(await finalize('next')).toBe('2030-02-0003');
});

test('two settings with one pattern give no number twice at one instant', async () => {
  const { sandbox } = await service.createOrganization('both');
  await sandbox.setClock('2030-01-01T00:00:00Z');
  const accounts = Array.from({ length: 8 }, (_, index) => `payer-${index}`);
  for (const account of accounts) await openPayer(sandbox, account);
  const group = await formGroup(sandbox, { accounts: accounts.slice(0, 4), isDaily: false });
  const pattern = { pattern: '{SEQ}', pad: 1 };
  for (const [entityType, entityId, value] of [
    ['ORGANIZATION', 'both', { ...pattern, scope: 'ORG' }],
    ['INVOICE_GROUP', group, { ...pattern, scope: 'INVOICE_GROUP' }],
  ] as const)
    await sandbox.must.post('/settings', {
      ...{ entityType, entityId, id: 'INVOICE_SEQUENCE', namespace: 'PLATFORM', name: 'n', dataType: 'JSON' },
      value: JSON.stringify(value),
    });
  const { orgId } = await orgOf(service, 'sandbox', 'both');
  const now = Temporal.Instant.from('2030-02-01T00:00:00Z');
  const org = { orgId, id: 'both', environment: 'sandbox' } as const;
  const given = await Promise.all(
    accounts.map((accountId) =>
      service.app.database.transaction({ orgId, access: 'write' }, async (tx) => {
        const owner = { accountId, customerId: `customer-${accountId}`, groupId: null };
        const number = await takeInvoiceNumber({ tx, org, now }, owner, {
          invoiceDate: now,
          timeZone: 'UTC',
        });
        await tx
          .updateTable('invoices')
          .set({ ...number, status: 'DUE' })
          .where('orgId', '=', orgId)
          .where('accountId', '=', accountId)
          .execute();
        return Number(number.sequenceId);
      }),
    ),
  );
  expect(given.sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
});
