import { beforeAll, describe, expect, it } from 'vitest';
import { openAccount } from '#test/billing-scenario.ts';
import { sendPayment } from '#test/payment-scenario.ts';
import { owe } from '#test/receivable-scenario.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
const get = (query: string) => service.sandbox.get(`/ext/v1/journal?${query}`);

interface Row {
  date: string;
  account: string;
  debit: number;
  credit: number;
}

const rowOf = ({ date, account, debit, credit }: Row) => `${date} ${account} ${debit} ${credit}`;
const rowsOf = async (query: string) => (await get(query)).body.rows.map(rowOf);

beforeAll(async () => {
  const client = service.sandbox;
  await client.setClock('2030-01-30T23:00:00Z');
  await openAccount(client, 'acme');
  const owner = { entityType: 'ORGANIZATION', entityId: 'default', namespace: 'PLATFORM' };
  await client.must.post('/settings', {
    ...{ ...owner, id: 'TAX_RATES', name: 'Taxes', dataType: 'JSON' },
    value: JSON.stringify([{ name: 'VAT', rate: '0.2' }]),
  });
  await client.must.post('/settings', {
    ...{ ...owner, id: 'LEDGER_ACCOUNTS', name: 'Chart', dataType: 'JSON' },
    value: JSON.stringify({ RECEIVABLES: { number: '10000', name: 'Debitoren' } }),
  });
  const { id: paid } = await owe(client, 'acme', { amount: 100 });
  const { id: lost } = await owe(client, 'acme', { amount: 10 });
  await client.setClock('2030-02-02T10:00:00Z');
  // 120 are owed: the rest of 130 goes to the wallet.
  const records = [{ type: 'INVOICE' as const, platformId: paid, order: 1 }];
  await sendPayment(client, { accountId: 'acme', totalAmount: 130, records });
  await client.settle();
  await client.must.patch(`/invoices/${lost}`, { status: 'UN_COLLECTIBLE' });
});

describe('GET /ext/v1/journal', () => {
  it('200 with debits and credits by local day and account', async () => {
    expect(await rowsOf('from=2030-01-30&to=2030-02-03')).toEqual([
      '2030-01-30 RECEIVABLES 132 0', // 120 + 12
      '2030-01-30 REVENUE_OTHER 0 110',
      '2030-01-30 TAXES 0 22',
      '2030-02-02 BAD_DEBTS 12 0',
      '2030-02-02 CASH 130 0',
      '2030-02-02 CUSTOMER_BALANCES 0 10',
      '2030-02-02 RECEIVABLES 0 132', // 120 + 12
    ]);
  });

  it('200 with the movement of receivables, and the names of the chart', async () => {
    const { body } = await get('from=2030-02-01&to=2030-02-03');
    expect(body.receivables).toEqual([{ currency: 'USD', opening: 132, movement: -132, closing: 0 }]);
    expect(body.rows.at(-1)).toMatchObject({ number: '10000', name: 'Debitoren', lines: 2 });
    expect(body.accounts).toContainEqual({ account: 'CASH', number: '1000', name: 'Payments received' });
    expect(body.accounts).toHaveLength(19);
  });

  it('200 with the days that end today by default', async () => {
    const { body } = await get('');
    expect([body.from, body.to]).toEqual(['2030-01-03', '2030-02-03']);
    expect((await get('from=2030-01-30')).body.to).toBe('2030-02-03');
    expect((await get('from=2029-11-05')).body.to).toBe('2029-12-06');
  });

  it.each([
    ['from=2030-02-01&to=2030-02-01', 'JOURNAL_PERIOD_INVALID'],
    ['from=2030-01-01&to=2030-02-02', 'JOURNAL_PERIOD_INVALID'],
    ['from=2030-02-30', 'INVALID_REQUEST'],
  ])('400 for %s', async (query, code) => {
    const { status, headers } = await get(query);
    expect([status, headers['error-code']]).toEqual([400, code]);
  });
});
