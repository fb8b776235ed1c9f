import { beforeEach, expect, test } from 'vitest';
import { listInvoices, valuesOf } from '#test/billing-scenario.ts';
import { dayOf, formGroup, listComposites, membersOf, openPayer } from '#test/group-scenario.ts';
import { pdfPages } from '#test/read-pdf.ts';
import { type Client, useService } from '#test/running-app.ts';

const service = useService();
let client: Client;
let count = 0;

beforeEach(async () => {
  client = (await service.createOrganization(`organization-${++count}`)).sandbox;
  await client.setClock('2030-01-01T00:00:00Z');
});

test.each([
  //  fees of the members   the bill
  [[0, 0], 'PAID 0'],
  [[12.5, -12.5], 'PAID 0'],
  [[10, -12.345], 'REFUND_COMPLETED -2.35'], // −12.345 is rounded away from zero
  [[-5, 7.25], 'DUE 2.25'],
])('members of %j make a bill that is %s', async (rates, expected) => {
  for (const [index, rate] of rates.entries())
    await openPayer(client, `m${index}`, { rate, until: '2030-02-01' });
  const group = await formGroup(client, { accounts: ['m0', 'm1'] });
  await client.setClock('2030-02-02T00:00:00Z');
  const [bill] = await listComposites(client, group);
  expect(dayOf(bill)).toBe(`2030-02-01 ${expected}`);
  expect(bill).toMatchObject({ finalizingStatus: 'FINALIZED', sequenceId: '2030-02-0001' });
  for (const account of ['m0', 'm1'])
    expect((await listInvoices(client, account))[0]).toMatchObject({ status: 'MERGED', paidAmount: 0 });
});

test('credits are spent on the members, and the bill is what they left', async () => {
  for (const account of ['rich', 'poor']) await openPayer(client, account, { rate: 30 });
  await openPayer(client, 'rich-too', { rate: 1 });
  const grant = { purpose: 'Promotion', effectiveFrom: '2030-01-01', creditAmount: 45, priority: 1 };
  await client.must.post('/credits', { creditRequests: [{ ...grant, accountId: 'rich' }] });
  const group = await formGroup(client, { accounts: ['rich', 'poor', 'rich-too'] });
  await client.setClock('2030-03-02T00:00:00Z');
  const bills = await listComposites(client, group);
  expect(bills.map((bill) => [dayOf(bill), membersOf(bill)])).toEqual([
    ['2030-02-01 DUE 31', ['poor 30', 'rich 0', 'rich-too 1']],
    ['2030-03-01 DUE 46', ['poor 30', 'rich 15', 'rich-too 1']],
  ]);
  expect(valuesOf(bills[1], 'SUB_CREDITS')).toEqual([['SUB_CREDITS', -15]]);
  const explained = await client.must.get(`/ext/v1/invoices/${bills[1].id}/explain`);
  expect(explained.verification.isIdentical).toBe(true);
});

test('fees in arrears and in advance of one account are two totals of one bill', async () => {
  await openPayer(client, 'both', { rate: 4 });
  await openPayer(client, 'prepaid', { rate: 6, isInAdvance: true, from: '2030-02-01' });
  const group = await formGroup(client, { accounts: ['both', 'prepaid'], netTermDays: 0 });
  await client.setClock('2030-02-02T00:00:00Z');
  const [bill] = await listComposites(client, group);
  expect(membersOf(bill)).toEqual(['both 4', 'prepaid 6']);
  expect(bill.dueDate).toBe('2030-02-01T23:59:59.999Z');
});

test('a group without terms of its own has those of the organization', async () => {
  const term = { id: 'NET_TERM_DAYS', name: 'Term', value: '20', namespace: 'PLATFORM', dataType: 'NUMERIC' };
  const { id: entityId } = await client.must.get('/ext/v1/organization');
  await client.must.post('/settings', { ...term, entityType: 'ORGANIZATION', entityId });
  await openPayer(client, 'one');
  const group = await formGroup(client, { accounts: ['one'] });
  await client.setClock('2030-02-02T00:00:00Z');
  const [bill] = await listComposites(client, group);
  expect([bill.netTermDays, bill.dueDate]).toEqual([20, '2030-02-21T23:59:59.999Z']);
});

test('charges of the group stand on its draft, and one that cannot be computed keeps it back', async () => {
  await openPayer(client, 'one', { rate: 40 });
  const group = await formGroup(client, { accounts: ['one'] });
  await client.setClock('2030-02-01T12:00:00Z');
  const [draft] = await listComposites(client, group);
  const charge = (items: object[]) => client.put(`/invoices/${draft.id}/miscellaneous_charges`, { items });
  expect((await charge([{ name: 'Broken', value: '{"/":[1,0]}' }])).status).toBe(200);
  await client.setClock('2030-02-02T00:00:00Z');
  const [kept] = await listComposites(client, group);
  expect([kept.status, kept.invoiceDate, kept.info[0].type]).toEqual([
    ...['DRAFT', '2030-02-02T00:00:00.000Z', 'MISC_CHARGE_ERROR'],
  ]);

  const discount = { name: 'Discount', value: '{"*":[{"var":"invoice.gross"},-0.1]}' };
  const { body } = await charge([discount, { name: 'Handling', rate: 1.5, quantity: 2 }]);
  expect(body.data).toEqual([discount, { name: 'Handling', value: '3', rate: 1.5, quantity: 2 }]);
  const { data } = await client.must.get(`/invoices?owner_id=${group}`);
  expect(data[0].totalAmount).toBe(39); // 40 − 4 + 3, stored with the charge
  await client.setClock('2030-02-03T00:00:00Z');
  const [bill] = await listComposites(client, group);
  expect([dayOf(bill), membersOf(bill)]).toEqual(['2030-02-02 DUE 39', ['one 40', 'group -1']]);
  const texts = pdfPages((await service.app.server.inject({ url: bill.pdfUrl })).rawPayload).flat();
  for (const text of ['Account one', 'Discount', 'Handling', 'USD 39.00']) expect(texts).toContain(text);
  const rejected = await charge([]);
  expect([rejected.status, rejected.headers['error-code']]).toEqual([400, 'INVOICE_NOT_DRAFT']);
});
