import { beforeAll, expect, test } from 'vitest';
import { listInvoices, openAccount } from '#test/billing-scenario.ts';
import { findMismatches } from '#test/find-mismatches.ts';
import { openPayer } from '#test/group-scenario.ts';
import { fundsOf, payInvoice } from '#test/payment-scenario.ts';
import { buy, settleOrder } from '#test/purchase-scenario.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
const client = () => service.sandbox;
const topUp = (accountId: string, walletTopupDetails: object, members: object = {}) =>
  buy(client(), accountId, { type: 'WALLET_TOPUP', walletTopupDetails, ...members });
const linesOf = async (invoiceId: string) => (await client().must.get(`/invoices/${invoiceId}`)).revenueInfo;

beforeAll(async () => {
  await client().setClock('2030-01-01T00:00:00Z');
  for (const id of ['a1', 'a2', 'a3']) await openAccount(client(), id);
  await openPayer(client(), 'owes', { rate: 30 });
  // Money is not taxed: what it pays for is.
  await client().must.post('/settings', {
    ...{ id: 'TAX_RATES', namespace: 'PLATFORM', name: 'taxes', dataType: 'JSON' },
    ...{ value: '[{"name":"VAT","rate":"0.20"}]', entityType: 'ACCOUNT', entityId: 'a1' },
  });
});

test('the wallet gets it when its order is paid, once', async () => {
  const purchase = await topUp('a1', { topupAmount: 100 });
  expect(purchase).toMatchObject({ type: 'WALLET_TOPUP', status: 'PENDING', price: 100 });
  expect(purchase.walletTopupDetails).toEqual({ topupAmount: 100, purchaseAmount: 100 });
  expect(purchase.pricePlanId).toBeUndefined();
  const order = await client().must.get(`/invoices/${purchase.invoiceId}`);
  expect(order).toMatchObject({ invoiceClass: 'ORDER', status: 'DUE', totalAmount: 100 });
  expect(order.pricePlanId).toBeUndefined();
  await payInvoice(client(), { accountId: 'a1', invoiceId: purchase.invoiceId, amount: 40 });
  expect(await fundsOf(client(), 'a1')).toEqual([0, 0]);
  await payInvoice(client(), { accountId: 'a1', invoiceId: purchase.invoiceId, amount: 60 });
  expect(await fundsOf(client(), 'a1')).toEqual([100, 0]);
  expect((await client().must.get(`/purchases/${purchase.id}`)).status).toBe('SUCCESS');
  const { data } = await client().must.get('/accounts/a1/wallet/entries');
  expect(data).toMatchObject([{ amount: 100, entityId: purchase.id, closingBalance: 100 }]);
});

test('for less than it is worth, or for more: the difference is a line of its own', async () => {
  // 100 for 80: a discount of 20. 10 for 12: a surcharge of 2. 5 for nothing.
  const cheap = await topUp('a2', { topupAmount: 100, purchaseAmount: 80 });
  expect(cheap.price).toBe(80);
  expect(JSON.stringify(await linesOf(cheap.invoiceId))).toMatch(/"Discount".*"value":-20/);
  await settleOrder(client(), cheap, 'PAID');
  const dear = await topUp('a2', { topupAmount: 10, purchaseAmount: 12 });
  expect(JSON.stringify(await linesOf(dear.invoiceId))).toMatch(/"Surcharge".*"value":2/);
  await settleOrder(client(), dear, 'PAID');
  const gift = await topUp('a2', { topupAmount: 5, purchaseAmount: 0 });
  expect(gift.status).toBe('SUCCESS');
  expect(await fundsOf(client(), 'a2')).toEqual([115, 0]);
});

test('it pays what the account owes', async () => {
  await client().setClock('2030-02-01T12:00:00Z');
  const purchase = await topUp('owes', { topupAmount: 50 });
  await settleOrder(client(), purchase, 'PAID');
  await client().settle();
  const [january] = await listInvoices(client(), 'owes');
  expect([january.status, january.paidAmount]).toEqual(['PAID', 30]);
  expect(await fundsOf(client(), 'owes')).toEqual([20, 0]);
});

test('an order that is void gives nothing; a wallet that is INACTIVE buys nothing', async () => {
  const purchase = await topUp('a3', { topupAmount: 5 });
  expect((await settleOrder(client(), purchase, 'VOID')).status).toBe('FAILURE');
  await client().must.patch('/accounts/a3/wallet', { status: 'INACTIVE' });
  const send = (body: object) => client().post('/accounts/a3/purchases', { type: 'WALLET_TOPUP', ...body });
  expect((await send({ walletTopupDetails: { topupAmount: 5 } })).headers['error-code']).toBe(
    'WALLET_INACTIVE',
  );
  for (const [body, message] of [
    [{}, /^walletTopupDetails: is required/],
    [{ walletTopupDetails: { topupAmount: 0 } }, /topupAmount: must be greater than 0/],
    [{ walletTopupDetails: { topupAmount: 5, purchaseAmount: -1 } }, /purchaseAmount: must be/],
    [
      { walletTopupDetails: { topupAmount: 5 }, quantity: 2 },
      /^quantity: must not be sent with type WALLET_TOPUP/,
    ],
  ] as const) {
    const { status, body: response } = await send(body);
    expect([status, response.message]).toEqual([400, expect.stringMatching(message)]);
  }
  expect(await findMismatches(service)).toEqual([]);
});
