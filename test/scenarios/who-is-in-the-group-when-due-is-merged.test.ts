import { beforeEach, expect, test } from 'vitest';
import { lineOf, listInvoices } from '#test/billing-scenario.ts';
import { dayOf, formGroup, listComposites, membersOf, openPayer } from '#test/group-scenario.ts';
import { type Client, useService } from '#test/running-app.ts';

const service = useService();
let client: Client;
let count = 0;

/** A world of its own for each test: its clock begins in January. */
beforeEach(async () => {
  client = (await service.createOrganization(`organization-${++count}`)).sandbox;
  await client.setClock('2030-01-01T00:00:00Z');
  for (const account of ['stayer', 'mover']) await openPayer(client, account);
});

const change = (group: string, verb: 'add' | 'remove', accountIds: string[]) =>
  client.must.post(`/invoice_groups/${group}/${verb}_accounts`, { accountIds });

test('leaving a moment before an invoice is due takes it out, and later ones too', async () => {
  const group = await formGroup(client, { accounts: ['stayer', 'mover'] });
  await client.setClock('2030-01-31T23:59:59.999Z');
  await change(group, 'remove', ['mover']);
  await client.setClock('2030-03-02T00:00:00Z');
  expect((await listComposites(client, group)).map(membersOf)).toEqual([['stayer 10'], ['stayer 10']]);
  expect((await listInvoices(client, 'mover')).map(lineOf)).toEqual([
    '2030-01-01 to 2030-02-01 DUE 10',
    '2030-02-01 to 2030-03-01 DUE 10',
    '2030-03-01 to 2030-04-01 DRAFT 10',
  ]);
});

test('what was merged stays merged when its account leaves on the same day', async () => {
  const group = await formGroup(client, { accounts: ['stayer', 'mover'] });
  await client.setClock('2030-02-01T09:00:00Z');
  await change(group, 'remove', ['mover']);
  await client.setClock('2030-02-02T00:00:00Z');
  const [bill] = await listComposites(client, group);
  expect([dayOf(bill), membersOf(bill)]).toEqual(['2030-02-01 DUE 20', ['mover 10', 'stayer 10']]);
  const [january] = await listInvoices(client, 'mover');
  expect([january.status, january.metadata.mergedInto]).toEqual(['MERGED', bill.id]);
});

test('joining in the middle of a cycle merges the whole of it, also from another group', async () => {
  const first = await formGroup(client, { accounts: ['mover'], name: 'First' });
  const second = await formGroup(client, { accounts: ['stayer'], name: 'Second' });
  await client.setClock('2030-01-15T00:00:00Z');
  await change(first, 'remove', ['mover']);
  await change(second, 'add', ['mover']);
  await client.setClock('2030-02-02T00:00:00Z');
  expect((await listComposites(client, second)).map(membersOf)).toEqual([['mover 10', 'stayer 10']]);
  expect(await listComposites(client, first)).toEqual([]);
});

test('a group that lost its last account is gone, and its bills are still its own', async () => {
  const group = await formGroup(client, { accounts: ['mover'] });
  await client.setClock('2030-02-02T00:00:00Z');
  await change(group, 'remove', ['mover']);
  expect((await client.get(`/invoice_groups/${group}`)).status).toBe(404);
  const [bill] = await listComposites(client, group);
  expect(bill).toMatchObject({
    ownerId: group,
    status: 'DUE',
    invoiceDetails: { invoiceGroup: { id: group } },
  });
  const explained = await client.must.get(`/ext/v1/invoices/${bill.id}/explain`);
  expect(explained.verification.isIdentical).toBe(true);
  await client.setClock('2030-03-02T00:00:00Z');
  expect((await listInvoices(client, 'mover'))[1].status).toBe('DUE');
  expect(await listComposites(client, group)).toHaveLength(1);
});

test('what an account owed on the day of its archiving is billed to the group all the same', async () => {
  await openPayer(client, 'leaver', { until: '2030-02-01' });
  const group = await formGroup(client, { accounts: ['leaver'] });
  await client.setClock('2030-02-01T08:00:00Z');
  await client.must.delete('/accounts/leaver');
  await client.settle();
  expect((await client.get(`/invoice_groups/${group}`)).status).toBe(404);
  const [draft] = await listComposites(client, group);
  expect([draft.status, membersOf(draft)]).toEqual(['DRAFT', ['leaver 10']]);
  await client.setClock('2030-02-02T00:00:00Z');
  expect((await listComposites(client, group)).map(dayOf)).toEqual(['2030-02-01 DUE 10']);
});

test('a group that consolidates cycles only merges cycles, in arrears and in advance', async () => {
  await openPayer(client, 'early', { isInAdvance: true, rate: 3, from: '2030-02-01' });
  const group = await formGroup(client, { accounts: ['early', 'mover'], isDaily: false });
  await client.setClock('2030-02-02T00:00:00Z');
  const [bill] = await listComposites(client, group);
  expect([dayOf(bill), membersOf(bill)]).toEqual(['2030-02-01 DUE 13', ['early 3', 'mover 10']]);
  expect(bill.invoiceDetails.invoiceGroup.dailyInvoiceConsolidation).toBe(false);
  expect(
    (await listInvoices(client, 'early')).map(({ invoiceType, status }) => [invoiceType, status]),
  ).toEqual([
    ['STANDARD_ADVANCED', 'MERGED'],
    ['STANDARD', 'DRAFT'],
  ]);
});

test('what a bill run issues is merged on the day of the run', async () => {
  const setting = { id: 'INVOICE_AUTO_ADVANCE', name: 'Auto advance', value: 'false', dataType: 'STRING' };
  const owner = { namespace: 'PLATFORM', entityType: 'ACCOUNT', entityId: 'waiting' };
  await openPayer(client, 'waiting', { from: '2030-02-01' });
  await client.must.post('/settings', { ...setting, ...owner });
  const group = await formGroup(client, { accounts: ['waiting'] });
  await client.setClock('2030-03-05T10:00:00Z');
  expect(await listComposites(client, group)).toEqual([]);
  await client.must.post('/invoices/bill_runs');
  await client.settle();
  const [draft] = await listComposites(client, group);
  expect([draft.status, membersOf(draft), draft.startDate]).toEqual([
    ...['DRAFT', ['waiting 10'], '2030-03-05T00:00:00.000Z'],
  ]);
  await client.setClock('2030-03-06T00:00:00Z');
  expect((await listComposites(client, group)).map(dayOf)).toEqual(['2030-03-05 DUE 10']);
  const { data } = await client.must.get('/invoices/bill_runs');
  expect(data.map(({ ownerId, status }: Record<string, string>) => [ownerId, status])).toEqual([
    ['waiting', 'MERGED'],
  ]);
});
