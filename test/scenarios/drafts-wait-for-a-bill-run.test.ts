import { beforeAll, expect, test } from 'vitest';
import {
  candidateOf,
  entriesOf,
  listCandidates,
  openWaiting,
  setAutoAdvance,
} from '#test/bill-run-scenario.ts';
import {
  editTimeline,
  lastEventStatus,
  lineOf,
  listInvoices,
  openAccount,
  publishPlan,
  sellFee,
  use,
} from '#test/billing-scenario.ts';
import { type Client, useService } from '#test/running-app.ts';

const service = useService();
let client: Client;
beforeAll(async () => {
  client = await openWaiting(service, 'waiting', ['one', 'two', 'alone']);
});

const call = (account: string, amount: string) =>
  use(client, { meter: 'calls', account, at: '2030-01-20T00:00:00Z', amount });
const january = async (account: string) => (await listInvoices(client, account))[0];

test('the account wins over the organization, for its drafts and those that follow', async () => {
  await setAutoAdvance(client, { entityType: 'ACCOUNT', entityId: 'alone' }, true);
  await client.settle();
  expect(await january('alone')).toMatchObject({ status: 'DRAFT', autoAdvance: true });
  // Somebody holds this one.
  await client.must.patch(`/invoices/${(await january('alone')).id}`, { autoAdvance: false });
  await client.setClock('2030-02-01T00:00:00Z');
  const drafts = await Promise.all(['one', 'alone'].map((account) => listInvoices(client, account)));
  expect(drafts.map(([, february]) => february.autoAdvance)).toEqual([false, true]);
});

test('a draft is a candidate from its deadline on, and stays a draft', async () => {
  await client.setClock('2030-02-02T23:59:59.999Z');
  await call('one', '3');
  expect(await listCandidates(client)).toEqual([]);
  await client.setClock('2030-02-03T00:00:00Z');
  expect((await listCandidates(client)).sort()).toEqual([
    'alone 2030-02-03 DRAFT -',
    'one 2030-02-03 DRAFT -',
    'two 2030-02-03 DRAFT -',
  ]);
  // 10 + 3 × 2
  expect(lineOf(await january('one'))).toBe('2030-01-01 to 2030-02-01 DRAFT 16');
});

test('after the deadline events are rejected, and the draft does not move', async () => {
  await call('one', '100');
  expect(await lastEventStatus(client, 'one')).toBe('INGESTION_FAILED_PAST_GRACE_PERIOD');
  await client.setClock('2030-02-10T00:00:00Z');
  expect(lineOf(await january('one'))).toBe('2030-01-01 to 2030-02-01 DRAFT 16');
});

test('a run that needs it waits for its confirmation', async () => {
  const { success, jobId } = await client.must.post('/invoices/bill_runs?require_confirmation=true');
  expect(success).toBe(true);
  await client.settle();
  const job = await client.must.get(`/jobs/${jobId}`);
  expect(job).toMatchObject({ type: 'BILL_RUN', status: 'WAITING_FOR_CONFIRMATION', pendingJobEntries: 3 });
  expect(await entriesOf(client, jobId)).toEqual(['alone PENDING', 'one PENDING', 'two PENDING']);
  expect(await listCandidates(client, 'status=DRAFT')).toHaveLength(3);
});

test('once confirmed it finalizes every invoice, dated and numbered at the run', async () => {
  const { data } = await client.must.get('/jobs?type=BILL_RUN');
  await client.must.post(`/jobs/${data[0].id}/confirm`);
  await client.settle();
  const job = await client.must.get(`/jobs/${data[0].id}`);
  expect(job).toMatchObject({
    status: 'COMPLETED',
    settledAt: '2030-02-10T00:00:00.000Z',
    totalJobEntries: 3,
    completedJobEntries: 3,
    failedJobEntries: 0,
    pendingJobEntries: 0,
  });
  expect(await entriesOf(client, job.id)).toEqual(['alone COMPLETED', 'one COMPLETED', 'two COMPLETED']);
  const issued = await january('one');
  expect(issued).toMatchObject({
    ...{ status: 'DUE', finalizingStatus: 'FINALIZED', totalAmount: 16 },
    ...{ invoiceDate: '2030-02-10T00:00:00.000Z', dueDate: '2030-02-10T23:59:59.999Z' },
    sequenceId: expect.stringMatching(/^2030-02-000[123]$/),
  });
});

test('processed invoices are listed beside those that wait', async () => {
  await client.setClock('2030-03-03T00:00:00Z');
  expect((await listCandidates(client)).sort()).toEqual([
    'alone 2030-02-10 DUE FINALIZED', // its February advanced by itself
    'one 2030-02-10 DUE FINALIZED',
    'one 2030-03-03 DRAFT -',
    'two 2030-02-10 DUE FINALIZED',
    'two 2030-03-03 DRAFT -',
  ]);
  expect((await listInvoices(client, 'alone')).map(candidateOf)).toEqual([
    'alone 2030-02-10 DUE FINALIZED',
    'alone 2030-03-03 DUE FINALIZED',
    'alone 2030-04-03 DRAFT -',
  ]);
});

test('a change of the timeline leaves the date at which a waiting draft was to be due', async () => {
  await client.setClock('2030-03-20T00:00:00Z');
  await client.must.post('/v2/accounts/two/edit_schedules', {
    edits: [{ mode: 'DISASSOCIATE', effectiveFrom: '2030-05-01', effectiveUntil: '9999-01-01' }],
  });
  await client.must.post('/v2/accounts/two/finalize_schedules', {});
  await client.settle();
  expect(await listCandidates(client, 'status=DRAFT&owner_id=two')).toEqual(['two 2030-03-03 DRAFT -']);
});

test('without confirmation the run begins at once', async () => {
  const { jobId } = await client.must.post('/invoices/bill_runs');
  expect((await client.must.get(`/jobs/${jobId}`)).status).toBe('IN_PROGRESS');
  await client.settle();
  expect((await client.must.get(`/jobs/${jobId}`)).status).toBe('COMPLETED');
  expect(await listCandidates(client, 'status=DRAFT')).toEqual([]);
});

test('a setting that becomes false holds the drafts there are, unless an account differs', async () => {
  const { sandbox } = await service.createOrganization('switched');
  await sandbox.setClock('2030-01-01T00:00:00Z');
  const fee = await sellFee(sandbox, 'Fee');
  const planId = await publishPlan(sandbox, {
    ...{ name: 'plan', cards: [{ type: 'FIXED_FEE', billableId: fee, fee: { rate: 10 } }] },
  });
  for (const account of ['held', 'own', 'again']) {
    await openAccount(sandbox, account);
    await editTimeline(sandbox, account, [{ planId, from: '2030-01-01' }]);
  }
  await setAutoAdvance(sandbox, { entityType: 'ACCOUNT', entityId: 'own' }, true);
  await sandbox.setClock('2030-01-15T00:00:00Z');
  await setAutoAdvance(sandbox, { entityType: 'ORGANIZATION', entityId: 'switched' }, false);
  await sandbox.settle();
  const first = async (account: string) => (await listInvoices(sandbox, account))[0];
  expect((await first('held')).autoAdvance).toBe(false);
  expect((await first('own')).autoAdvance).toBe(true);
  await sandbox.must.patch(`/invoices/${(await first('again')).id}`, { autoAdvance: true });
  await sandbox.setClock('2030-02-01T00:00:00Z');
  expect((await listCandidates(sandbox, 'status=DRAFT')).sort()).toEqual(['held 2030-02-01 DRAFT -']);
  expect(lineOf(await first('own'))).toBe('2030-01-01 to 2030-02-01 DUE 10');
  expect(lineOf(await first('again'))).toBe('2030-01-01 to 2030-02-01 DUE 10');
});
