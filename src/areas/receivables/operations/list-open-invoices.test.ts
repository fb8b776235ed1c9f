import { beforeAll, describe, expect, it } from 'vitest';
import { openAccount } from '#test/billing-scenario.ts';
import { formGroup } from '#test/group-scenario.ts';
import { payInvoice } from '#test/payment-scenario.ts';
import { owe } from '#test/receivable-scenario.ts';
import { type Reply, useService } from '#test/running-app.ts';

const service = useService();
let number: string;
let group: string;
const list = (query: string) => service.sandbox.get(`/ext/v1/receivables/invoices?${query}`);
const amountsOf = async (query: string) =>
  (await list(query)).body.data.map(({ outstandingAmount }: Reply['body']) => outstandingAmount);

beforeAll(async () => {
  const client = service.sandbox;
  await client.setClock('2030-01-10T00:00:00Z');
  for (const id of ['a1', 'a2']) await openAccount(client, id, { netTermDays: 5 });
  group = await formGroup(client, { accounts: ['a2'], isDaily: false, netTermDays: 5 });
  const first = await owe(client, 'a1', { amount: 10 });
  number = first.sequenceId;
  await payInvoice(client, { accountId: 'a1', invoiceId: first.id, amount: 4.5 });
  await client.setClock('2030-01-20T00:00:00Z');
  await owe(client, 'a1', { amount: 20 });
  await owe(client, group, { amount: 30, ownerType: 'INVOICE_GROUP' });
});

describe('GET /ext/v1/receivables/invoices', () => {
  it('200 with the earliest due date first, and complete rows', async () => {
    const { status, body } = await list('');
    expect([status, body.data.length]).toEqual([200, 3]);
    expect(body.data[0]).toEqual({
      ...{ id: expect.any(String), sequenceId: number, accountId: 'a1', accountName: 'Account a1' },
      ...{ customerId: 'customer-a1', customerName: 'Customer a1', status: 'PARTIALLY_PAID' },
      ...{ invoiceDate: '2030-01-10T00:00:00.000Z', dueDate: '2030-01-15T23:59:59.999Z' },
      ...{ age: 'DAYS_1_TO_30', daysPastDue: 5, currency: 'USD' },
      ...{ totalAmount: 10, paidAmount: 4.5, outstandingAmount: 5.5 },
    });
  });

  it('200 for an account, a customer, a group, an age and a number', async () => {
    expect(await amountsOf('account_id=a1')).toEqual([5.5, 20]);
    expect(await amountsOf('customer_id=customer-a1&age=CURRENT')).toEqual([20]);
    expect(await amountsOf(`invoice_group_id=${group}`)).toEqual([30]);
    expect(await amountsOf(`_search=number:${number}`)).toEqual([5.5]);
    expect(await amountsOf('_sort=outstanding:DESC')).toEqual([30, 20, 5.5]);
  });

  it('400 for an unknown age', async () => {
    expect((await list('age=OLD')).status).toBe(400);
  });
});
