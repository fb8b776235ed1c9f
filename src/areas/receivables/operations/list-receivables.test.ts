import { beforeAll, describe, expect, it } from 'vitest';
import { openAccount } from '#test/billing-scenario.ts';
import { sendPayment } from '#test/payment-scenario.ts';
import { owe, type Receivable } from '#test/receivable-scenario.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
const list = (query: string) => service.sandbox.get(`/ext/v1/receivables?${query}`);
const debtorsOf = async (query: string) =>
  (await list(query)).body.data.map(({ debtorId }: Receivable) => debtorId.replace('customer-', ''));

beforeAll(async () => {
  const client = service.sandbox;
  await client.setClock('2030-01-10T00:00:00Z');
  for (const id of ['late', 'later', 'ahead', 'recent']) await openAccount(client, id, { netTermDays: 5 });
  await owe(client, 'late', { amount: 10 });
  await owe(client, 'later', { amount: 20 });
  const records = [{ type: 'WALLET_CREDIT' as const, order: 1 }];
  await sendPayment(client, { accountId: 'ahead', totalAmount: 8, records });
  await client.setClock('2030-02-10T00:00:00Z');
  await owe(client, 'recent', { amount: 30 });
});

describe('GET /ext/v1/receivables', () => {
  it('200 with the largest overdue amount first, and a complete row', async () => {
    expect(await debtorsOf('')).toEqual(['later', 'late', 'ahead', 'recent']);
    const { body } = await list('debtor_id=customer-late');
    expect(body.data).toEqual([
      {
        ...{ id: 'USD:customer:customer-late', debtorType: 'CUSTOMER', debtorId: 'customer-late' },
        ...{ debtorName: 'Customer late', currency: 'USD', outstandingAmount: 10, overdueAmount: 10 },
        ...{ current: 0, days1To30: 10, days31To60: 0, days61To90: 0, over90Days: 0 },
        ...{ unappliedAmount: 0, openInvoices: 1, oldestDueDate: '2030-01-15T23:59:59.999Z' },
      },
    ]);
  });

  it('200 with the totals of all pages, and of the filtered rows', async () => {
    const first = await list('pageSize=1');
    expect(first.body.totals).toMatchObject([
      { currency: 'USD', debtors: 4, outstandingAmount: 60, overdueAmount: 30, unappliedAmount: 8 },
    ]);
    const second = await list(`nextToken=${encodeURIComponent(first.body.nextToken)}`);
    expect(second.body.totals).toEqual(first.body.totals);
    expect((await list('state=CURRENT')).body.totals).toMatchObject([{ debtors: 1, outstandingAmount: 30 }]);
  });

  it('200 for filters, a search and other orders', async () => {
    expect(await debtorsOf('state=OVERDUE')).toEqual(['later', 'late']);
    expect(await debtorsOf('state=NOTHING_OPEN')).toEqual(['ahead']);
    expect(await debtorsOf('_search=RECENT')).toEqual(['recent']);
    expect(await debtorsOf('currency=EUR')).toEqual([]);
    expect(await debtorsOf('_sort=outstanding:DESC')).toEqual(['recent', 'later', 'late', 'ahead']);
    expect(await debtorsOf('_sort=unapplied:DESC,name:DESC')).toEqual(['ahead', 'recent', 'later', 'late']);
  });

  it('400 for an unknown state', async () => {
    expect((await list('state=LATE')).status).toBe(400);
  });
});
