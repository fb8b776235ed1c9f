import { beforeAll, expect, test } from 'vitest';
import { openAccount } from '#test/billing-scenario.ts';
import { payInvoice, sendPayment } from '#test/payment-scenario.ts';
import { buy, settleOrder } from '#test/purchase-scenario.ts';
import { type Reply, useService } from '#test/running-app.ts';

/* Whatever puts money into a wallet is told once, as what takes it out is. */
const service = useService();
const client = () => service.sandbox;
const bill = (value: number, status = 'DUE') =>
  client().must.post('/invoices', {
    ...{ accountId: 'saver', ownerType: 'ACCOUNT', status, lineItems: [{ description: 'Work', value }] },
    ...{ startDate: '2029-12-01T00:00:00Z', endDate: '2030-01-01T00:00:00Z' },
  });

/** How often it was told since the last time that somebody asked, and how many entries there are since. */
async function published(type: string, transactionType: string): Promise<[events: number, entries: number]> {
  const events = await client().must.get(`/ext/v1/webhooks/events?type=${type}&resource_id=saver`);
  const entries = await client().must.get('/accounts/saver/wallet/entries');
  const ofType = entries.data.filter((entry: Reply['body']) => entry.transactionType === transactionType);
  const found = [events.data.length, ofType.length] as const;
  const before = seen.get(type) ?? [0, 0];
  seen.set(type, [...found]);
  return [found[0] - before[0], found[1] - before[1]];
}
const seen = new Map<string, [number, number]>();
const toppedUp = () => published('wallet.topped_up', 'CREDITED');

beforeAll(async () => {
  await client().setClock('2030-01-02T00:00:00Z');
  await openAccount(client(), 'saver');
});

test('each credit of a wallet is published once, wherever it comes from', async () => {
  await client().must.post('/accounts/saver/wallet_topup', { topupAmount: 10 });
  expect(await toppedUp()).toEqual([1, 1]);

  const wallet = { type: 'WALLET_CREDIT' as const, order: 1 };
  await sendPayment(client(), { accountId: 'saver', totalAmount: 5, records: [wallet] });
  expect(await toppedUp()).toEqual([1, 1]);

  const { id: draft } = await bill(8, 'DRAFT');
  await payInvoice(client(), { accountId: 'saver', invoiceId: draft, amount: 8 });
  expect(await toppedUp()).toEqual([1, 1]);

  await bill(-7);
  expect(await toppedUp()).toEqual([1, 1]);

  // 10 + 5 + 7 = 22 of 25
  const { id: owed } = await bill(25);
  expect(await published('wallet.debited', 'DEBITED')).toEqual([1, 2]);
  await client().must.patch(`/invoices/${owed}`, { status: 'REFUND_INITIATED' });
  expect(await toppedUp()).toEqual([0, 0]);
  await client().must.patch(`/invoices/${owed}`, { status: 'REFUND_COMPLETED' });
  expect(await toppedUp()).toEqual([1, 1]);

  const topup = { type: 'WALLET_TOPUP', walletTopupDetails: { topupAmount: 30, purchaseAmount: 20 } };
  const purchase = await buy(client(), 'saver', topup);
  await settleOrder(client(), purchase, 'PAID');
  expect(await toppedUp()).toEqual([1, 1]);
  await client().must.patch(`/invoices/${purchase.invoiceId}`, { status: 'REFUND_INITIATED' });
  expect([await toppedUp(), await published('wallet.debited', 'DEBITED')]).toEqual([
    [0, 0],
    [1, 1],
  ]);
});
