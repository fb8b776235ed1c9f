import pg from 'pg';
import { beforeAll, expect, test } from 'vitest';
import { invoiceScheduledWork } from '#areas/invoices/lifecycle/scheduled-work.ts';
import { listInvoices } from '#test/billing-scenario.ts';
import { dayOf, formGroup, listComposites, membersOf, openPayer } from '#test/group-scenario.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
const MEMBERS = ['m1', 'm2', 'm3', 'm4'];
const DUE = '2030-02-01T00:00:00Z';
let orgId: number;
let group: string;

beforeAll(async () => {
  const { sandbox } = service;
  await sandbox.setClock('2030-01-01T00:00:00Z');
  for (const account of [...MEMBERS, 'last']) await openPayer(sandbox, account);
  group = await formGroup(sandbox, { accounts: MEMBERS });
  await sandbox.setClock('2030-01-31T23:59:59Z');
  const { rows } = await asOwner(`select org_id from organizations where environment = 'sandbox'`);
  orgId = rows[0].org_id;
});

async function asOwner(statement: string, values: unknown[] = []): Promise<pg.QueryResult> {
  const owner = new pg.Client({ connectionString: service.databaseUrl });
  await owner.connect();
  try {
    return await owner.query(statement, values);
  } finally {
    await owner.end();
  }
}

/** Runs a piece of timed work past the queue that would keep order. */
function run(kind: string, invoiceId: string, at: string): Promise<void> {
  const work = invoiceScheduledWork.find((each) => each.kind === kind);
  const org = { orgId, id: 'default', environment: 'sandbox' } as const;
  const now = Temporal.Instant.from(at);
  return service.app.database.transaction({ orgId, access: 'write' }, (tx) =>
    work!.run({ tx, org, now, deployment: {} as never }, { invoiceId }),
  );
}

const januaryOf = async (account: string) => (await listInvoices(service.sandbox, account))[0];

test('members that fall due at the same time, each twice, are in one draft once', async () => {
  const ids = await Promise.all(MEMBERS.map(async (account) => (await januaryOf(account)).id));
  await Promise.all([...ids, ...ids].map((id) => run('invoices.close_cycle', id, DUE)));
  const [draft, ...others] = await listComposites(service.sandbox, group);
  expect([membersOf(draft), others]).toEqual([['m1 10', 'm2 10', 'm3 10', 'm4 10'], []]);
});

test('the database lets one draft of a group be on a day', async () => {
  const [draft] = await listComposites(service.sandbox, group);
  const copy = `insert into invoices (org_id, id, group_id, invoice_class, invoice_type, status, currency,
      start_at, end_at, cycle_start, invoice_date, net_term_days, generated_at, created_at, updated_at,
      total_amount, inputs, document, details)
    select org_id, 'copy', group_id, invoice_class, invoice_type, status, currency, start_at, end_at,
      cycle_start, invoice_date, net_term_days, generated_at, created_at, updated_at, total_amount, inputs,
      document, details
    from invoices where id = $1`;
  await expect(asOwner(copy, [draft.id])).rejects.toMatchObject({
    constraint: 'invoices_one_composite_a_day',
  });
});

test('what is issued twice at once is issued once and numbered once', async () => {
  const [{ id }] = await listComposites(service.sandbox, group);
  const at = '2030-02-02T00:00:00Z';
  await Promise.all([1, 2, 3].map(() => run('invoices.close_composite', id, at)));
  await service.sandbox.setClock('2030-02-02T00:00:00Z'); // the closings that were planned come last
  const bills = await listComposites(service.sandbox, group);
  expect(bills.map((bill) => `${bill.sequenceId} ${dayOf(bill)}`)).toEqual([
    '2030-02-0001 2030-02-01 DUE 40',
  ]);
  expect((await januaryOf('last')).sequenceId).toBe('2030-02-0002');
  await run('invoices.refresh_composite', id, at);
  // Links say when they end, in seconds of real time.
  const withoutLinks = (all: typeof bills) => all.map(({ pdfUrl: _, ...bill }) => bill);
  expect(withoutLinks(await listComposites(service.sandbox, group))).toEqual(withoutLinks(bills));
});

test('the database keeps what is merged as it keeps what is issued', async () => {
  const { id, metadata } = await januaryOf('m1');
  const bill = metadata.mergedInto;
  for (const statement of [
    `update invoices set merged_into = null where id = $1`,
    `update invoices set merged_into = id where id = $1`,
    `update invoices set total_amount = 1 where id = $1`,
    `update invoices set sequence_id = '2030-02-9999' where id = $1`,
    `delete from invoices where id = $1`,
  ])
    await expect(asOwner(statement, [id]), statement).rejects.toMatchObject({ code: 'TM001' });
  const regroup = `update invoices set group_id = null, account_id = 'm1', customer_id = 'customer-m1'
    where id = $1`;
  await expect(asOwner(regroup, [bill])).rejects.toMatchObject({ code: 'TM001' });
});

test.each([1, 2, 3])('who leaves while it falls due is in the bill or alone, not both: try %i', async (n) => {
  const { sandbox } = service;
  const account = `racer-${n}`;
  await openPayer(sandbox, account, { from: '2030-02-01' });
  await sandbox.must.post(`/invoice_groups/${group}/add_accounts`, { accountIds: [account] });
  await sandbox.settle();
  const draft = await januaryOf(account);
  const leave = sandbox.must.post(`/invoice_groups/${group}/remove_accounts`, { accountIds: [account] });
  await Promise.all([run('invoices.close_cycle', draft.id, '2030-03-01T00:00:00Z'), leave]);
  const issued = await januaryOf(account);
  const holders = (await listComposites(sandbox, group)).filter((bill) =>
    membersOf(bill).includes(`${account} 10`),
  );
  if (issued.status === 'MERGED') {
    expect(holders.map(({ id }) => id)).toEqual([issued.metadata.mergedInto]);
    expect(issued).not.toHaveProperty('sequenceId');
  } else {
    expect([issued.status, holders]).toEqual(['DUE', []]);
    expect(issued.sequenceId).toMatch(/^2030-03-\d{4}$/);
  }
});
