import { beforeEach, expect, test } from 'vitest';
import { editTimeline, listInvoices } from '#test/billing-scenario.ts';
import { dayOf, formGroup, listComposites, membersOf, openPayer } from '#test/group-scenario.ts';
import { type Client, useService } from '#test/running-app.ts';

const service = useService();
let client: Client;
let count = 0;

beforeEach(async () => {
  client = (await service.createOrganization(`organization-${++count}`)).sandbox;
  await client.setClock('2030-01-01T00:00:00Z');
  await openPayer(client, 'quick');
  await openPayer(client, 'slow', { graceDays: 5 });
});

/** When January of each account is due, or was: `2030-02-06 DRAFT`. */
const januaries = async () =>
  Promise.all(
    ['quick', 'slow'].map(async (account) => {
      const [january] = await listInvoices(client, account);
      return `${january.invoiceDate.slice(0, 10)} ${january.status}`;
    }),
  );
const patch = (group: string, body: object) => client.must.patch(`/ext/v1/invoice_groups/${group}`, body);

test('a group without a grace period of its own waits for the slowest of its plans', async () => {
  const group = await formGroup(client, { accounts: ['quick', 'slow'] });
  await client.settle();
  expect((await client.must.get(`/invoice_groups/${group}`)).gracePeriod).toBe(5);
  expect(await januaries()).toEqual(['2030-02-06 DRAFT', '2030-02-06 DRAFT']);
  await client.setClock('2030-02-05T23:59:59Z');
  expect(await listComposites(client, group)).toEqual([]);
  await client.setClock('2030-02-07T00:00:00Z');
  expect(await januaries()).toEqual(['2030-02-06 MERGED', '2030-02-06 MERGED']);
  const bills = await listComposites(client, group);
  expect(bills.map((bill) => [dayOf(bill), membersOf(bill)])).toEqual([
    ['2030-02-06 DUE 20', ['quick 10', 'slow 10']],
  ]);
});

test('of the grace periods that group and plan set, the longer one counts', async () => {
  const group = await formGroup(client, { accounts: ['quick', 'slow'], graceDays: 3 });
  await client.settle();
  expect(await januaries()).toEqual(['2030-02-04 DRAFT', '2030-02-06 DRAFT']);
  await client.setClock('2030-02-04T00:00:00Z');
  expect(await januaries()).toEqual(['2030-02-04 MERGED', '2030-02-06 DRAFT']);
  await client.setClock('2030-02-07T00:00:00Z');
  expect((await listComposites(client, group)).map(dayOf)).toEqual([
    '2030-02-04 DUE 10',
    '2030-02-06 DUE 10',
  ]);
});

test('a change of it moves what is not due yet', async () => {
  const group = await formGroup(client, { accounts: ['quick', 'slow'], graceDays: 0 });
  await client.settle();
  expect(await januaries()).toEqual(['2030-02-01 DRAFT', '2030-02-06 DRAFT']);
  await patch(group, { gracePeriod: 10 });
  await client.settle();
  expect(await januaries()).toEqual(['2030-02-11 DRAFT', '2030-02-11 DRAFT']);
  await client.setClock('2030-02-08T12:00:00Z');
  await patch(group, { gracePeriod: 6 });
  await client.settle(); // 7 February is over: both are due at once
  expect(await januaries()).toEqual(['2030-02-08 MERGED', '2030-02-08 MERGED']);
});

test('who leaves waits no longer than its own plan says', async () => {
  const group = await formGroup(client, { accounts: ['quick', 'slow'] });
  await client.setClock('2030-02-03T12:00:00Z');
  expect(await januaries()).toEqual(['2030-02-06 DRAFT', '2030-02-06 DRAFT']);
  await client.must.post(`/invoice_groups/${group}/remove_accounts`, { accountIds: ['quick'] });
  await client.settle();
  expect(await januaries()).toEqual(['2030-02-03 DUE', '2030-02-06 DRAFT']);
});

test('the slow one that leaves lets the others go', async () => {
  const group = await formGroup(client, { accounts: ['quick', 'slow'] });
  await client.setClock('2030-02-03T12:00:00Z');
  await client.must.post(`/invoice_groups/${group}/remove_accounts`, { accountIds: ['slow'] });
  await client.settle();
  expect(await januaries()).toEqual(['2030-02-03 MERGED', '2030-02-06 DRAFT']);
});

test('a slower plan that comes meanwhile is waited for', async () => {
  await openPayer(client, 'new', { from: '2030-03-01' });
  await formGroup(client, { accounts: ['quick', 'new'] });
  await client.settle();
  expect((await januaries())[0]).toBe('2030-02-01 DRAFT');
  await openPayer(client, 'other', { graceDays: 2, from: '2031-01-01' });
  const { data } = await client.must.get('/v2/accounts/other/schedules?mode=ACTIVE');
  await editTimeline(client, 'new', [{ planId: data[0].pricePlanId, from: '2030-01-15' }]);
  await client.setClock('2030-02-02T00:00:00Z');
  expect((await januaries())[0]).toBe('2030-02-03 DRAFT');
  await client.setClock('2030-02-03T00:00:00Z');
  expect((await januaries())[0]).toBe('2030-02-03 MERGED');
});
