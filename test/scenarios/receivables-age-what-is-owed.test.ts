import { beforeAll, describe, expect, it } from 'vitest';
import { openAccount } from '#test/billing-scenario.ts';
import { formGroup } from '#test/group-scenario.ts';
import { payInvoice, sendPayment } from '#test/payment-scenario.ts';
import { ageingOf, owe } from '#test/receivable-scenario.ts';
import { type Client, type Reply, useService } from '#test/running-app.ts';

const service = useService();
let client: Client;
let group: string;

/** The invoices are due at the end of the day of their issue. */
const TERMS = { netTermDays: 0 };
const on = (day: string) => client.setClock(`${day}T10:00:00+05:30`);
const setTo = (id: string, status: string) => client.must.patch(`/invoices/${id}`, { status });
const receivables = (query = ''): Promise<Reply['body']> => client.must.get(`/ext/v1/receivables?${query}`);

beforeAll(async () => {
  client = service.sandbox;
  await client.must.patch('/ext/v1/organization', { timezone: 'Asia/Kolkata' });
  await client.must.post('/ext/v1/organization/currencies', { currency: 'EUR', rate: 1.25 });
  await client.setClock('2030-03-01T00:00:00Z');
  await openAccount(client, 'a1', TERMS);
  await openAccount(client, 'a2', TERMS);
  await openAccount(client, 'member', TERMS);
  for (const [id, invoiceCurrency] of [
    ['a1-second', 'USD'],
    ['a1-euro', 'EUR'],
  ])
    await client.must.post('/accounts', {
      ...{ id, customerId: 'customer-a1', name: id, invoiceCurrency },
      ...TERMS,
    });
  group = await formGroup(client, { accounts: ['member'], isDaily: false, netTermDays: 0 });
  await billFromMarchToJune();
  await on('2030-06-30');
});

async function billFromMarchToJune(): Promise<void> {
  await on('2030-03-31');
  const credited = await owe(client, 'a1', { amount: 100 });
  await client.must.post(`/ext/v1/invoices/${credited.id}/credit_notes`, {
    ...{ reason: 'Outage', lineItems: [{ lineId: 'work', amount: 20 }] },
  });
  await on('2030-04-01');
  const partly = await owe(client, 'a1', { amount: 200 });
  await payInvoice(client, { accountId: 'a1', invoiceId: partly.id, amount: 150.1 });
  await owe(client, group, { amount: 300, ownerType: 'INVOICE_GROUP' });
  await on('2030-05-01');
  await owe(client, 'a1', { amount: 50 });
  await setTo((await owe(client, 'a1', { amount: 1000 })).id, 'VOID');
  await setTo((await owe(client, 'a1', { amount: 2000 })).id, 'UN_COLLECTIBLE');
  const refunded = await owe(client, 'a2', { amount: 40 });
  await payInvoice(client, { accountId: 'a2', invoiceId: refunded.id, amount: 40 });
  await setTo(refunded.id, 'REFUND_INITIATED');
  const reversed = await owe(client, 'a2', { amount: 0.3 });
  const { id } = await payInvoice(client, { accountId: 'a2', invoiceId: reversed.id, amount: 0.3 });
  await client.must.post(`/ext/v1/payments/${id}/reverse`, { reason: 'Returned' });
  await on('2030-05-31');
  await owe(client, 'a1-second', { amount: 30.05 });
  await owe(client, 'a1-euro', { amount: 12.34 });
  await on('2030-06-29');
  await owe(client, 'a1', { amount: 10 });
  await on('2030-06-30');
  await owe(client, 'a1', { amount: 7 });
  // 5 more than the invoice.
  const paid = await owe(client, 'member', { amount: 15 });
  const records = [{ type: 'INVOICE' as const, platformId: paid.id, order: 1 }];
  const { status } = await sendPayment(client, { accountId: 'member', totalAmount: 20, records });
  expect(status).toBe(201);
}

/*
 * Due days on 30 June: 31 March is 91 days ago, 1 April 90, 1 May 60, 31 May 30, 29 June 1.
 * a1:    100 − 20 credited = 80 (over 90); 200 − 150.10 paid = 49.90 (61–90); 50 (31–60);
 *        30.05 of the second account + 10 = 40.05 (1–30); 7 (current).
 * a2:    0.30, after its payment was reversed (31–60); the refund is not owed.
 * group: 300 (61–90). member: nothing open, 5 in the wallet.
 */
const JUNE_30 = [
  'EUR customer-a1: 0 | 12.34 | 0 | 0 | 0 = 12.34, 12.34 overdue, 0 unapplied',
  'USD the group: 0 | 0 | 0 | 300 | 0 = 300, 300 overdue, 0 unapplied',
  'USD customer-a1: 7 | 40.05 | 50 | 49.9 | 80 = 226.95, 219.95 overdue, 0 unapplied',
  'USD customer-a2: 0 | 0 | 0.3 | 0 | 0 = 0.3, 0.3 overdue, 0 unapplied',
  'USD customer-member: 0 | 0 | 0 | 0 | 0 = 0, 0 overdue, 5 unapplied',
];

describe('receivables', () => {
  it('have the ages of the hand-computed table, the largest overdue amount of a currency first', async () => {
    const { data, totals, asOf } = await receivables();
    expect(data.map(ageingOf).map((row: string) => row.replace(group, 'the group'))).toEqual(JUNE_30);
    expect(totals.map(ageingOf)).toEqual([
      'EUR total: 0 | 12.34 | 0 | 0 | 0 = 12.34, 12.34 overdue, 0 unapplied',
      'USD total: 7 | 40.05 | 50.3 | 349.9 | 80 = 527.25, 520.25 overdue, 5 unapplied',
    ]);
    expect(asOf).toBe('2030-06-30T04:30:00.000Z');
  });

  it('are the sum of what the open invoices say', async () => {
    const sums = new Map<string, number>();
    for (const status of ['DUE', 'PARTIALLY_PAID']) {
      const { data } = await client.must.get(`/invoices?status=${status}`);
      for (const { invoiceDetails, totalAmount, paidAmount } of data) {
        const { invoiceCurrency: currency } = invoiceDetails.account ?? invoiceDetails.invoiceGroup;
        const cents = Math.round((totalAmount - paidAmount) * 100);
        sums.set(currency, (sums.get(currency) ?? 0) + cents);
      }
    }
    const { totals } = await receivables();
    const owed = totals.map((each: Reply['body']) => [
      each.currency,
      Math.round(each.outstandingAmount * 100),
    ]);
    expect(Object.fromEntries(owed)).toEqual(Object.fromEntries(sums));
  });

  it('consist of the open invoices that their own list shows', async () => {
    const { data } = await client.must.get(
      '/ext/v1/receivables/invoices?customer_id=customer-a1&currency=USD',
    );
    expect(
      data.map(
        ({ daysPastDue, age, outstandingAmount }: Reply['body']) =>
          `${outstandingAmount} ${age} ${daysPastDue}`,
      ),
    ).toEqual([
      '80 OVER_90_DAYS 91',
      '49.9 DAYS_61_TO_90 90',
      '50 DAYS_31_TO_60 60',
      '30.05 DAYS_1_TO_30 30',
      '10 DAYS_1_TO_30 1',
      '7 CURRENT 0',
    ]);
  });

  it('move to the next age at local midnight', async () => {
    await client.setClock('2030-06-30T18:29:59Z');
    expect((await receivables('debtor_id=customer-a1')).data.map(ageingOf)).toContain(JUNE_30[2]);
    await client.setClock('2030-06-30T18:30:00Z');
    expect((await receivables('debtor_id=customer-a1&currency=USD')).data.map(ageingOf)).toEqual([
      // 7 is 1 day old, 30.05 is 31, 50 is 61, and 49.90 is 91.
      'USD customer-a1: 0 | 17 | 30.05 | 50 | 129.9 = 226.95, 226.95 overdue, 0 unapplied',
    ]);
  });
});
