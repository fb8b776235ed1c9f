import { beforeAll, expect, test } from 'vitest';
import { editTimeline, openAccount, publishPlan, sellFee, sellUsage, use } from '#test/billing-scenario.ts';
import { formGroup } from '#test/group-scenario.ts';
import { fundsOf } from '#test/payment-scenario.ts';
import { buy, settleOrder } from '#test/purchase-scenario.ts';
import { linesOf } from '#test/report-scenario.ts';
import { type Reply, useService } from '#test/running-app.ts';

/*
 * The report source `revenue` against bills whose lines are added up by hand (`money-platform.md` 10.7, 10.8,
 * 10.10). Everything is of January 2030 and in USD.
 */
const service = useService();
const client = () => service.sandbox;
let ride: string;
let fee: string;

const JANUARY = { startDate: '2030-01-01T00:00:00Z', endDate: '2030-02-01T00:00:00Z' };
const PUT_CHARGES = 'miscellaneous_charges';

beforeAll(async () => {
  await client().setClock('2030-01-01T00:00:00Z');
  [ride, fee] = [await sellUsage(client(), 'ride'), await sellFee(client(), 'fee')];
  for (const id of ['typed', 'charged', 'prepays', 'm1', 'm2', 'gives']) await openAccount(client(), id);
  const planId = await publishPlan(client(), {
    name: 'Rides',
    cards: [
      { type: 'FIXED_FEE', billableId: fee, fee: { rate: 30 } },
      { type: 'USAGE', billableId: ride, usage: { model: 'TIERED', slabs: [{ rate: 2 }] } },
    ],
  });
  for (const id of ['charged', 'prepays'])
    await editTimeline(client(), id, [{ planId, from: '2030-01-01', until: '2030-02-01' }]);
  await client().setClock('2030-01-20T00:00:00Z');
  await use(client(), { meter: 'ride', account: 'prepays', at: '2030-01-19T10:00:00Z', amount: '5' });
});

/** `billable amount` for each billable of an account, or of a group. */
async function revenueOf(accountId: string): Promise<string[]> {
  const account = { columnName: 'account_id' };
  const billable = { columnName: 'billable_id' };
  const queryInput = {
    selects: [billable, { columnName: 'revenue_invoice_currency', aggregator: 'sum' }],
    queryFilters: [{ column: account, operator: 'eq', args: [accountId] }],
    ...{ baseDataSource: 'revenue', sort: [{ column: billable, sortOrder: 'ASC' }], limit: 100 },
  };
  return (await linesOf(service, client(), { name: 'r', queryInput })).slice(1);
}
const credit = (invoice: Reply['body'], body: object) =>
  client().must.post(`/ext/v1/invoices/${invoice.id}/credit_notes`, { reason: 'Outage', ...body });

test('charges count where they are marked, and so does what credit notes take off them', async () => {
  const { data } = await client().must.get('/invoices?owner_id=charged');
  await client().must.put(`/invoices/${data[0].id}/${PUT_CHARGES}`, {
    items: [
      { name: 'fine', value: '10' },
      { name: 'setup', value: '7', considerForRevenue: true },
    ],
  });
  await client().setClock('2030-02-02T00:00:00Z');
  expect(await revenueOf('charged')).toEqual([`${fee} | 30`, 'setup | 7', `${ride} | 0`].sort());
  const lineItems = [{ lineId: 'fine' }, { lineId: 'setup', amount: 3 }, { lineId: fee, amount: 4 }];
  await credit(data[0], { lineItems });
  // 30 − 4 and 7 − 3; the fine was no revenue, and neither is giving it back.
  expect(await revenueOf('charged')).toEqual([`${fee} | 26`, 'setup | 4', `${ride} | 0`].sort());
});

test('manual lines count for what they are for, less what credit notes took off them', async () => {
  const lineItems = [
    { id: 'work', description: 'Work', value: 100, billableId: ride },
    { id: 'hosting', description: 'Hosting', quantity: 2, valuePerQuantity: 30 },
  ];
  const made = { accountId: 'typed', status: 'DUE', ...JANUARY, lineItems };
  const invoice = await client().must.post('/invoices', made);
  expect(await revenueOf('typed')).toEqual([`${ride} | 100`, ' | 60']);
  await credit(invoice, { lineItems: [{ lineId: 'work', amount: 25 }] });
  await credit(invoice, { amount: 4 });
  // 100 − 25 for rides; 60 − 4, which is of no line, for nothing that is sold.
  expect(await revenueOf('typed')).toEqual([`${ride} | 75`, ' | 56']);
  // A draft asks for nothing yet, and what is void asks for nothing any more.
  await client().must.post('/invoices', { ...made, status: 'DRAFT' });
  const { id } = await client().must.post('/invoices', made);
  expect(await revenueOf('typed')).toEqual([`${ride} | 175`, ' | 116']);
  await client().must.patch(`/invoices/${id}`, { status: 'VOID' });
  expect(await revenueOf('typed')).toEqual([`${ride} | 75`, ' | 56']);
});

test('money for the wallet is none, and what it pays counts once', async () => {
  const walletTopupDetails = { topupAmount: 100, purchaseAmount: 80 };
  const purchase = await buy(client(), 'prepays', { type: 'WALLET_TOPUP', walletTopupDetails });
  await settleOrder(client(), purchase, 'PAID');
  // 30 + 5 rides for 2 are paid by the wallet.
  expect(await fundsOf(client(), 'prepays')).toEqual([60, 0]);
  expect(await revenueOf('prepays')).toEqual([`${fee} | 30`, `${ride} | 10`].sort());
});

test('a group has lines of its own, and those of its members are theirs', async () => {
  const groupId = await formGroup(client(), { accounts: ['m1', 'm2'], isDaily: true });
  const line = { id: 'l', description: 'Line', value: 5, billableId: ride };
  const terms = { status: 'DUE', ...JANUARY };
  await client().must.post('/invoices', { accountId: 'm1', ...terms, lineItems: [line] });
  const typed = { accountId: groupId, ownerType: 'INVOICE_GROUP', ...terms };
  await client().must.post('/invoices', { ...typed, lineItems: [{ ...line, value: 9 }] });
  const composite = (await client().must.get(`/invoices?owner_id=${groupId}`)).data.find(
    ({ invoiceType }: Reply['body']) => invoiceType === 'COMPOSITE',
  );
  await client().must.put(`/invoices/${composite.id}/${PUT_CHARGES}`, {
    items: [
      { name: 'setup', value: '2', considerForRevenue: true },
      { name: 'fine', value: '3' },
    ],
  });
  await client().setClock('2030-02-04T00:00:00Z');
  expect(await revenueOf('m1')).toEqual([`${ride} | 5`]);
  expect(await revenueOf(groupId)).toEqual(['setup | 2', `${ride} | 9`].sort());
});
