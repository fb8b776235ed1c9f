import { beforeAll, expect, test } from 'vitest';
import {
  editTimeline,
  listInvoices,
  openAccount,
  publishPlan,
  sellFee,
  sellUsage,
  use,
} from '#test/billing-scenario.ts';
import { type Client, type Reply, useService } from '#test/running-app.ts';

/*
 * Calls cost 2 each and the fee in advance is nothing. In January 'idle' calls nobody and 'busy' once;
 * 'billed' is as idle, and its own setting says that its invoices are issued whatever they come to.
 */
const service = useService();
let client: Client;

const set = (id: string, { of: [entityType, entityId], value }: { of: [string, string]; value: string }) =>
  client.must.post('/settings', {
    ...{ id, entityType, entityId, value },
    ...{ namespace: 'PLATFORM', name: id, dataType: 'STRING' },
  });

beforeAll(async () => {
  client = service.sandbox;
  await client.setClock('2030-01-01T00:00:00Z');
  await set('INVOICE_ISSUE_ZERO', { of: ['ORGANIZATION', 'default'], value: 'false' });
  await set('LATE_USAGE', { of: ['ORGANIZATION', 'default'], value: 'ADJUST' });
  const [fee, meter] = [await sellFee(client, 'Free'), await sellUsage(client, 'calls')];
  const planId = await publishPlan(client, {
    name: 'plan',
    cards: [
      { type: 'FIXED_FEE', billableId: fee, timing: 'IN_ADVANCE', fee: { rate: 0 } },
      { type: 'USAGE', billableId: meter, usage: { model: 'TIERED', slabs: [{ rate: 2 }] } },
    ],
  });
  for (const account of ['idle', 'busy', 'billed']) {
    await openAccount(client, account);
    if (account === 'billed') await set('INVOICE_ISSUE_ZERO', { of: ['ACCOUNT', account], value: 'true' });
    await editTimeline(client, account, [{ planId, from: '2030-01-01', until: '2030-02-01' }]);
  }
  await client.setClock('2030-01-10T00:00:00Z');
  await use(client, { meter: 'calls', account: 'busy', at: '2030-01-10T00:00:00Z', amount: '1' });
  await client.setClock('2030-02-01T00:00:00Z');
});

const line = ({ invoiceType, status, totalAmount, sequenceId = '-' }: Reply['body']) =>
  `${invoiceType} ${status} ${totalAmount} ${sequenceId === '-' ? '-' : 'numbered'}`;
const linesOf = async (account: string) => (await listInvoices(client, account)).map(line);

test('a bill whose lines are all 0 is closed without number and PDF', async () => {
  expect(await linesOf('idle')).toEqual(['STANDARD_ADVANCED PAID 0 -', 'STANDARD PAID 0 -']);
  const [, closed] = await listInvoices(client, 'idle');
  expect(closed.metadata).toEqual({ notIssued: 'ZERO' });
  expect(closed).not.toHaveProperty('pdfUrl');
});

test('a bill that comes to something is issued, and the numbers have no gap', async () => {
  expect(await linesOf('busy')).toEqual(['STANDARD_ADVANCED PAID 0 -', 'STANDARD DUE 2 numbered']);
  expect(await linesOf('billed')).toEqual(['STANDARD_ADVANCED PAID 0 numbered', 'STANDARD PAID 0 numbered']);
  const { data } = await client.must.get('/invoices?status=PAID,DUE');
  const numbers = data.flatMap(({ sequenceId }: Reply['body']) => sequenceId ?? []).sort();
  expect(numbers.map((number: string) => number.slice(-4))).toEqual(['0001', '0002', '0003']);
});

test('usage that comes late is billed by an adjustment of it', async () => {
  await use(client, { meter: 'calls', account: 'idle', at: '2030-01-20T00:00:00Z', amount: '3' });
  await client.setClock('2030-02-02T00:00:00Z');
  const invoices = await listInvoices(client, 'idle');
  // 3 × 2
  expect(invoices.map(line)).toContain('CUSTOM DUE 6 numbered');
});

test('a total of 0 that credits have paid has an invoice with a number', async () => {
  await openAccount(client, 'gifted');
  const credit = { purpose: 'gift', priority: 1, effectiveFrom: '2030-01-01', creditAmount: 50 };
  await client.must.post('/credits', { creditRequests: [{ accountId: 'gifted', ...credit }] });
  const paid = await sellFee(client, 'Paid');
  const planId = await publishPlan(client, {
    name: 'paid',
    cards: [{ type: 'FIXED_FEE', billableId: paid, fee: { rate: 10 } }],
  });
  await editTimeline(client, 'gifted', [{ planId, from: '2030-02-02', until: '2030-03-01' }]);
  await client.setClock('2030-03-01T00:00:00Z');
  expect(await linesOf('gifted')).toEqual(['STANDARD PAID 0 numbered']);
});
