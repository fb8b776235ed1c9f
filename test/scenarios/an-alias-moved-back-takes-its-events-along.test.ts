import { beforeAll, expect, test } from 'vitest';
import { setAutoAdvance } from '#test/bill-run-scenario.ts';
import {
  editTimeline,
  lineOf,
  onlyInvoice,
  openAccount,
  publishPlan,
  sellUsage,
  use,
} from '#test/billing-scenario.ts';
import { findMismatches } from '#test/find-mismatches.ts';
import { type Reply, useService } from '#test/running-app.ts';

/*
 * `alx` means the old account, and is moved to the new one, 8 days back (`money-platform.md` 6.4). A ride
 * costs 2. Under `alx` there are 10 rides of 5 January, 3 at the very instant from which it is moved, and 20
 * of 15 January; under the id of the old account 7 more of that day. January takes events for two days more.
 */
const service = useService();
const client = () => service.sandbox;
let ride: string;
let planId: string;

beforeAll(async () => {
  await client().setClock('2030-01-01T00:00:00Z');
  ride = await sellUsage(client(), 'ride');
  const usage = { model: 'TIERED' as const, slabs: [{ rate: 2 }] };
  const cards = [{ type: 'USAGE' as const, billableId: ride, usage }];
  planId = await publishPlan(client(), { name: 'Rides', graceDays: 2, cards });
});

const MOVED = '2030-01-12T00:00:00Z';
/** The accounts `old-x` and `new-x`, and `alias-x` of the first. */
async function open(x: string): Promise<void> {
  for (const id of [`old-${x}`, `new-${x}`]) {
    await openAccount(client(), id);
    await editTimeline(client(), id, [{ planId, from: '2030-01-01', until: '2030-02-01' }]);
  }
  await client().must.post(`/accounts/old-${x}/add_aliases`, { aliases: [`Alias-${x}`] });
  const ridden = (account: string, at: string, amount: string) =>
    use(client(), { meter: 'ride', account, at, amount });
  await client().setClock('2030-01-20T00:00:00Z');
  await ridden(` ALIAS-${x} `, '2030-01-05T10:00:00Z', '10');
  await ridden(`alias-${x}`, MOVED, '3');
  await ridden(`alias-${x}`, '2030-01-15T10:00:00Z', '20');
  await ridden(`old-${x}`, '2030-01-15T10:00:00Z', '7');
}
async function remove(x: string, from = MOVED): Promise<Reply> {
  const { data } = await client().must.get(`/accounts/old-${x}/account_aliases`);
  return client().post(`/accounts/old-${x}/remove_aliases`, { accountAliases: [{ id: data[0].id, from }] });
}
const give = (account: string, range: object = { effectiveFrom: MOVED }) =>
  client().post(`/accounts/${account}/add_aliases`, {
    accountAliases: [{ value: `alias-${account.slice(4)}`, ...range }],
  });
/** What the drafts, or bills, of the two come to. */
const owed = async (x: string) => [
  (await onlyInvoice(client(), `old-${x}`)).totalAmount,
  (await onlyInvoice(client(), `new-${x}`)).totalAmount,
];
/** `units status` of the events that are not reverted, by time. */
async function statusOf(x: string): Promise<string[]> {
  const { events } = await client().must.get(`/events?pageSize=50`);
  return events
    .filter(
      ({ eventPayload: { accountId } }: Reply['body']) => accountId.trim().toLowerCase() === `alias-${x}`,
    )
    .map(
      ({ eventPayload: { attributes }, ingestionStatus: { status } }: Reply['body']) =>
        `${attributes[0].value} ${status}`,
    )
    .filter((line: string) => !line.endsWith('REVERTED'))
    .sort();
}
/** The newest correction. */
async function lastJob(): Promise<Reply['body']> {
  const { data } = await client().must.get('/jobs?type=EVENT_CORRECTIONS');
  return client().must.get(`/jobs/${data[0].id}`);
}

test('what came under it since then is of nobody, and of who gets it', async () => {
  await open('a');
  expect(await owed('a')).toEqual([80, 0]); //    (10 + 3 + 20 + 7) × 2
  expect((await remove('a')).status).toBe(200);
  await client().settle();
  expect(await owed('a')).toEqual([34, 0]); //    (10 + 7) × 2
  expect(await statusOf('a')).toEqual([
    '10 INGESTION_COMPLETED_EVENT_METERED',
    '20 INGESTION_FAILED_ACCOUNT_NOT_FOUND',
    '3 INGESTION_FAILED_ACCOUNT_NOT_FOUND',
  ]);
  expect(await lastJob()).toMatchObject({ status: 'COMPLETED', totalJobEntries: 2, failedJobEntries: 0 });
  expect((await give('new-a')).status).toBe(200);
  await client().settle();
  expect(await owed('a')).toEqual([34, 46]); //   (3 + 20) × 2
  expect(await findMismatches(service)).toEqual([]);
});

test('moved in one go, it is all the same', async () => {
  await open('b');
  await remove('b');
  expect((await give('new-b')).status).toBe(200);
  await client().settle();
  expect(await owed('b')).toEqual([34, 46]);
  expect(await findMismatches(service)).toEqual([]);
});

test('who takes a part of it back has what was its own; what another has nobody can take', async () => {
  await open('c');
  await remove('c', '2030-01-01T00:00:00Z');
  const border = '2030-01-14T00:00:00Z';
  expect((await give('old-c', { effectiveFrom: border })).status).toBe(200);
  const taken = await give('new-c', { effectiveFrom: '2030-01-02T00:00:00Z' });
  expect([taken.status, taken.headers['error-code']]).toEqual([409, 'ALIAS_TAKEN']);
  const free = { effectiveFrom: '2030-01-02T00:00:00Z', effectiveUntil: border };
  expect((await give('new-c', free)).status).toBe(200);
  await client().settle();
  expect(await owed('c')).toEqual([54, 26]); //   (20 + 7) × 2 and (10 + 3) × 2
  expect(await findMismatches(service)).toEqual([]);
});

test('a cycle that is closed keeps its events, and the job says so', async () => {
  await open('d');
  await setAutoAdvance(client(), { entityType: 'ACCOUNT', entityId: 'old-d' }, false);
  const draft = await onlyInvoice(client(), 'old-d');
  await client().must.patch(`/invoices/${draft.id}`, { autoAdvance: false });
  await client().setClock('2030-02-03T00:00:00Z');
  expect((await remove('d')).status).toBe(200);
  await client().settle();
  expect(lineOf(await onlyInvoice(client(), 'old-d'))).toBe('2030-01-01 to 2030-02-01 DRAFT 80');
  const job = await lastJob();
  expect(job).toMatchObject({ status: 'FAILED', totalJobEntries: 2, failedJobEntries: 2 });
  const { data } = await client().must.get(`/jobs/${job.id}/entries`);
  expect(data[0].metadata.error).toMatch(/the cycle from 2030-01-01 is closed/);
  // What an invoice has counted stays with it: nothing is removed.
  const rejected = await remove('a', '2030-01-08T00:00:00Z');
  expect(rejected.headers['error-code']).toBe('ALIAS_SPAN_INVOICED');
  expect(await findMismatches(service)).toEqual([]);
});
