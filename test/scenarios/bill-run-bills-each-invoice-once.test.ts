import { expect, test } from 'vitest';
import { entriesOf, listCandidates, openWaiting } from '#test/bill-run-scenario.ts';
import {
  editTimeline,
  lineOf,
  listInvoices,
  openAccount,
  publishPlan,
  sellFee,
} from '#test/billing-scenario.ts';
import { type Client, useService } from '#test/running-app.ts';

const service = useService();
const ACCOUNTS = ['one', 'two', 'three'];

async function openRun(id: string): Promise<Client> {
  const client = await openWaiting(service, id, ACCOUNTS);
  await client.setClock('2030-02-03T00:00:00Z');
  return client;
}

const january = async (client: Client, account: string) => (await listInvoices(client, account))[0];

async function numbers(client: Client): Promise<string[]> {
  const invoices = await Promise.all(ACCOUNTS.map((account) => listInvoices(client, account)));
  return invoices.flatMap((all) => all.flatMap(({ sequenceId }) => sequenceId ?? [])).sort();
}

test('an invoice that cannot be billed fails its entry only, and stays a draft that says why', async () => {
  const client = await openRun('failing');
  const { id } = await january(client, 'two');
  const items = [{ name: 'Broken', value: '{"/":[1,0]}' }];
  await client.must.put(`/invoices/${id}/miscellaneous_charges`, { items });
  const { jobId } = await client.must.post('/invoices/bill_runs');
  await client.settle();
  const entries = await entriesOf(client, jobId);
  expect(entries.slice(0, 2)).toEqual(['one COMPLETED', 'three COMPLETED']);
  expect(entries[2]).toMatch(new RegExp(`^two FAILED invoice ${id} stays a draft: .*Broken`));
  expect(await client.must.get(`/jobs/${jobId}`)).toMatchObject({
    ...{ status: 'COMPLETED', completedJobEntries: 2, failedJobEntries: 1, pendingJobEntries: 0 },
  });
  expect(await listCandidates(client, 'status=DRAFT')).toEqual(['two 2030-02-03 DRAFT -']);
  expect(await numbers(client)).toEqual(['2030-02-0001', '2030-02-0002']);

  await client.must.put(`/invoices/${id}/miscellaneous_charges`, { items: [] });
  const again = await client.must.post('/invoices/bill_runs');
  await client.settle();
  expect(await entriesOf(client, again.jobId)).toEqual(['two COMPLETED']);
  expect(await numbers(client)).toEqual(['2030-02-0001', '2030-02-0002', '2030-02-0003']);
});

test('of two runs that are requested at once one is made', async () => {
  const client = await openRun('racing');
  const replies = await Promise.all([
    client.post('/invoices/bill_runs'),
    client.post('/invoices/bill_runs?require_confirmation=true'),
    client.post('/invoices/bill_runs'),
  ]);
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  expect(replies.find(({ status }) => status === 409)?.headers['error-code']).toBe('JOB_ALREADY_ACTIVE');
  expect((await client.must.get('/jobs?type=BILL_RUN')).data).toHaveLength(1);
});

test('a run whose work is done by two at once, and once more, bills each invoice once', async () => {
  const client = await openRun('restarting');
  const { jobId } = await client.must.post('/invoices/bill_runs');
  await Promise.all([client.settle(), client.settle()]);
  await client.settle();
  expect(await entriesOf(client, jobId)).toEqual(['one COMPLETED', 'three COMPLETED', 'two COMPLETED']);
  expect(await numbers(client)).toEqual(['2030-02-0001', '2030-02-0002', '2030-02-0003']);
  expect((await client.must.get(`/jobs/${jobId}`)).completedJobEntries).toBe(3);
});

test('a draft without any line is not issued, as at a closing, and its entry is done', async () => {
  const client = await openWaiting(service, 'dropping', []);
  const fee = await sellFee(client, 'In advance');
  const cards = [
    { type: 'FIXED_FEE' as const, billableId: fee, timing: 'IN_ADVANCE' as const, fee: { rate: 5 } },
  ];
  const plan = await publishPlan(client, { name: 'in advance', cards });
  await openAccount(client, 'one');
  await editTimeline(client, 'one', [{ planId: plan, from: '2030-01-01' }]);
  // What is billed in advance does not wait.
  const [advance, blank] = await listInvoices(client, 'one');
  expect([advance, blank].map(lineOf)).toEqual([
    '2030-01-01 to 2030-02-01 DUE 5',
    '2030-01-01 to 2030-02-01 DRAFT 0',
  ]);
  await client.setClock('2030-02-03T00:00:00Z');
  const { jobId } = await client.must.post('/invoices/bill_runs');
  await client.settle();
  expect(await entriesOf(client, jobId)).toEqual([`${blank.id} COMPLETED`]);
  expect((await client.get(`/invoices/${blank.id}`)).status).toBe(404);
});
