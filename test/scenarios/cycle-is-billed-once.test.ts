import pg from 'pg';
import { beforeAll, expect, test } from 'vitest';
import { invoiceScheduledWork } from '#areas/invoices/lifecycle/scheduled-work.ts';
import {
  editTimeline,
  lineOf,
  listInvoices,
  openAccount,
  publishPlan,
  sellFee,
} from '#test/billing-scenario.ts';
import { licenseCard, sellSeats, setSeats } from '#test/license-scenario.ts';
import { useService } from '#test/running-app.ts';

const service = useService({}, { own: 'drops a constraint' });
const found = { orgId: 0, plan: '' };

beforeAll(async () => {
  const { sandbox } = service;
  await sandbox.setClock('2030-01-01T00:00:00Z');
  const addOn = await sellFee(sandbox, 'Fee');
  found.plan = await publishPlan(sandbox, {
    name: 'plan',
    cards: [{ type: 'FIXED_FEE', billableId: addOn, fee: { rate: 10 } }],
  });
  const { rows } = await asOwner(`select org_id from organizations where environment = 'sandbox'`);
  found.orgId = rows[0].org_id;
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

/** Runs a piece of timed work in two transactions at the same time, past the queue that would keep order. */
async function runTwiceAtOnce(kind: string, payload: Record<string, string>, at: string): Promise<void> {
  const work = invoiceScheduledWork.find((each) => each.kind === kind);
  const { orgId } = found;
  const org = { orgId, id: 'default', environment: 'sandbox' } as const;
  const now = Temporal.Instant.from(at);
  const run = () =>
    service.app.database.transaction({ orgId, access: 'write' }, (tx) =>
      work!.run({ tx, org, now, deployment: {} as never }, payload),
    );
  await Promise.all([run(), run()]);
}

async function scheduleOf(accountId: string): Promise<string> {
  const { data } = await service.sandbox.must.get(`/v2/accounts/${accountId}/schedules?mode=ACTIVE`);
  return data[0].id;
}

test('a cycle that is opened twice at once has one invoice', async () => {
  const { sandbox } = service;
  await openAccount(sandbox, 'one');
  await editTimeline(sandbox, 'one', [{ planId: found.plan, from: '2030-02-01', until: '2030-04-01' }]);
  const payload = { accountId: 'one', scheduleId: await scheduleOf('one'), cycleStart: '2030-02-01' };
  await runTwiceAtOnce('invoices.open_cycle', payload, '2030-02-01T00:00:00Z');
  await sandbox.setClock('2030-02-02T00:00:00Z'); // the opening that was planned comes third
  expect((await listInvoices(sandbox, 'one')).map(lineOf)).toEqual(['2030-02-01 to 2030-03-01 DRAFT 10']);
});

test('a cycle that is closed twice at once is billed once and numbered once', async () => {
  const { sandbox } = service;
  const [draft] = await listInvoices(sandbox, 'one');
  await runTwiceAtOnce('invoices.close_cycle', { invoiceId: draft.id }, '2030-03-01T00:00:00Z');
  await sandbox.setClock('2030-04-01T00:00:00Z'); // the planned closing of February comes third
  const bills = await listInvoices(sandbox, 'one');
  expect(bills.map((bill) => `${bill.sequenceId} ${lineOf(bill)}`)).toEqual([
    '2030-03-0001 2030-02-01 to 2030-03-01 DUE 10',
    '2030-04-0002 2030-03-01 to 2030-04-01 DUE 10', // no number was lost
  ]);
});

test('moving the clock from two clients at once does everything once', async () => {
  const { sandbox } = service;
  await openAccount(sandbox, 'both');
  await editTimeline(sandbox, 'both', [{ planId: found.plan, from: '2030-05-01', until: '2030-07-01' }]);
  await Promise.all([sandbox.setClock('2030-07-01T00:00:00Z'), sandbox.setClock('2030-07-01T00:00:00Z')]);
  expect((await listInvoices(sandbox, 'both')).map(lineOf)).toEqual([
    '2030-05-01 to 2030-06-01 DUE 10',
    '2030-06-01 to 2030-07-01 DUE 10',
  ]);
});

test('what was charged in advance is settled once, however often and whoever does it', async () => {
  const { sandbox } = service;
  const [fee, seats] = [await sellFee(sandbox, 'In advance'), await sellSeats(sandbox, 'Seats')];
  const plan = await publishPlan(sandbox, {
    name: 'in advance',
    cards: [
      { type: 'FIXED_FEE', billableId: fee, timing: 'IN_ADVANCE', fee: { rate: 31, isProrated: true } },
      licenseCard(seats, { slabs: [{ rate: 31 }], timing: 'IN_ADVANCE' }),
    ],
  });
  await openAccount(sandbox, 'settled');
  await editTimeline(sandbox, 'settled', [{ planId: plan, from: '2030-07-01', until: '2030-07-21' }]);
  await setSeats(sandbox, seats, { account: 'settled', quantity: '2', from: '2030-07-11T00:00:00Z' });
  await editTimeline(sandbox, 'settled', [{ from: '2030-07-16' }]);
  const payload = { accountId: 'settled', scheduleId: await scheduleOf('settled') };
  await runTwiceAtOnce('invoices.settle_advance', payload, '2030-07-16T00:00:00Z');
  await sandbox.setClock('2030-07-17T00:00:00Z'); // the settlement that was planned comes third
  await runTwiceAtOnce('invoices.settle_advance', payload, '2030-07-17T00:00:00Z');
  const { data } = await sandbox.must.get('/credits?account_id=settled');
  // Five days are not used: of the fee, which was billed, 31 × 5 / 31 comes back.
  expect(data.map(({ creditAmount }: { creditAmount: number }) => creditAmount)).toEqual([5]);
  const settlement = (await listInvoices(sandbox, 'settled')).filter(({ invoiceType }) => {
    return invoiceType === 'ADHOC_ADVANCED';
  });
  // 2 × 31 × 5 / 31 for the seats, less the credit.
  expect(settlement.map(lineOf)).toEqual(['2030-07-01 to 2030-07-21 DUE 5']);
});

/**
 * The proof that the unique key is what decides: the first test of this file fails without it, because the
 * same program then bills the cycle twice.
 */
test('without invoices_one_per_cycle the same work bills the cycle twice', async () => {
  const { sandbox } = service;
  await asOwner('alter table invoices drop constraint invoices_one_per_cycle');
  await openAccount(sandbox, 'two');
  await editTimeline(sandbox, 'two', [{ planId: found.plan, from: '2030-08-01', until: '2030-09-01' }]);
  const payload = { accountId: 'two', scheduleId: await scheduleOf('two'), cycleStart: '2030-08-01' };
  await runTwiceAtOnce('invoices.open_cycle', payload, '2030-08-01T00:00:00Z');
  await sandbox.setClock('2030-09-01T00:00:00Z');
  expect((await listInvoices(sandbox, 'two')).map(lineOf)).toEqual([
    '2030-08-01 to 2030-09-01 DUE 10',
    '2030-08-01 to 2030-09-01 DUE 10',
    '2030-08-01 to 2030-09-01 DUE 10', // and once more by the opening that was planned
  ]);
});
