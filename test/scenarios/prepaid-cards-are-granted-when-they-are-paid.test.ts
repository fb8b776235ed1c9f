import { beforeAll, expect, it } from 'vitest';
import {
  editTimeline,
  lineOf,
  listInvoices,
  openAccount,
  sellMeteredFeature,
} from '#test/billing-scenario.ts';
import { entriesOf } from '#test/feature-scenario.ts';
import { publishPrepaid, sellCreditAddOn, settleOrder } from '#test/purchase-scenario.ts';
import { type Reply, useService } from '#test/running-app.ts';

/** 100 credits for calls at 1.00, and a credit of 50.00 for 20.00, with each month: 120.00 in advance. */
const service = useService();
let plan: string;
let calls: string;

/** `status price`, the oldest first, and the newest of them whole. */
async function ordersOf(accountId: string): Promise<{ lines: string[]; last: Reply['body'] }> {
  const { data } = await service.sandbox.must.get(`/accounts/${accountId}/purchases?_sort=created_at:ASC`);
  const last = await service.sandbox.must.get(`/purchases/${data.at(-1).id}`);
  return { lines: data.map(({ type, status, price }: Reply['body']) => `${type} ${status} ${price}`), last };
}

beforeAll(async () => {
  const client = service.sandbox;
  await client.setClock('2030-01-01T00:00:00Z');
  calls = await sellMeteredFeature(client, 'Calls');
  const money = await sellCreditAddOn(client, 'Credit');
  plan = await publishPrepaid(client, {
    feature: { id: calls, rate: 1, limit: 100 },
    credit: { id: money, rate: 20, amount: 50 },
  });
  await openAccount(client, 'a1');
  await editTimeline(client, 'a1', [{ planId: plan, from: '2030-01-01' }]);
});

it('a cycle orders them, on no invoice of its own', async () => {
  const { lines, last } = await ordersOf('a1');
  expect(lines).toEqual(['PREPAID PENDING 120']);
  expect(await entriesOf(service.sandbox, calls)).toEqual([]);
  const invoices = (await listInvoices(service.sandbox, 'a1')).map((invoice) => {
    return `${invoice.id === last.invoiceId} ${invoice.invoiceClass} ${lineOf(invoice)}`;
  });
  expect(invoices.sort()).toEqual([
    'false INVOICE 2030-01-01 to 2030-02-01 DRAFT 0',
    'true ORDER 2030-01-01 to 2030-02-01 DUE 120',
  ]);
});

it('paid, they are granted for the time from then on, and credits for the rest of the block', async () => {
  const client = service.sandbox;
  await client.setClock('2030-01-05T10:00:00Z');
  const paid = await settleOrder(client, (await ordersOf('a1')).last, 'PAID');
  expect(paid.status).toBe('SUCCESS');
  expect(await entriesOf(client, calls)).toEqual(['0$PURCHASE ACTIVE 2030-01-05 2030-02-05 100 0']);
  const { data } = await client.must.get('/credits?account_id=a1');
  expect(data).toMatchObject([
    { creditAmount: 50, effectiveFrom: '2030-01-05', effectiveUntil: '2030-01-31' },
  ]);
});

it('the next cycle orders again, and ends an order that was not paid', async () => {
  const client = service.sandbox;
  await client.setClock('2030-03-01T00:00:00Z');
  const { lines } = await ordersOf('a1');
  expect(lines).toEqual(['PREPAID SUCCESS 120', 'PREPAID FAILURE 120', 'PREPAID PENDING 120']);
  const { data } = await client.must.get('/accounts/a1/purchases');
  const failed = data.find(({ status }: Reply['body']) => status === 'FAILURE');
  expect((await client.must.get(`/purchases/${failed.id}`)).comment).toBe(
    'the order was not paid before its block ended, 2030-03-01T00:00:00Z',
  );
});

it('a plan that begins in the past orders nothing that is over', async () => {
  const client = service.sandbox;
  await openAccount(client, 'a2');
  await editTimeline(client, 'a2', [{ planId: plan, from: '2030-01-01' }]);
  const { lines, last } = await ordersOf('a2');
  expect([lines, last.expiryDate]).toEqual([['PREPAID PENDING 120'], '2030-04-01T00:00:00.000Z']);
});
