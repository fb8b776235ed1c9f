import { beforeAll, describe, expect, it } from 'vitest';
import { openAccount } from '#test/billing-scenario.ts';
import { sendPayment } from '#test/payment-scenario.ts';
import { owe } from '#test/receivable-scenario.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
const list = (query: string) => service.sandbox.get(`/ext/v1/journal/lines?${query}`);

interface Line {
  kind: string;
  account: string;
  debit: number;
  credit: number;
}

const lineOf = ({ kind, account, debit, credit }: Line) => `${kind} ${account} ${debit} ${credit}`;
const linesOf = async (query: string) => (await list(query)).body.data.map(lineOf);
const invoices: string[] = [];
let paymentId = '';

beforeAll(async () => {
  const client = service.sandbox;
  await client.setClock('2030-02-01T10:00:00Z');
  await openAccount(client, 'acme');
  for (const amount of [100, 40]) invoices.push((await owe(client, 'acme', { amount })).id);
  const [paid, open] = invoices;
  const records = [{ type: 'INVOICE' as const, platformId: paid, order: 1 }];
  paymentId = (await sendPayment(client, { accountId: 'acme', totalAmount: 100, records })).body.id;
  await client.setClock('2030-02-03T10:00:00Z');
  await client.must.post(`/ext/v1/payments/${paymentId}/reverse`, { reason: 'bounced' });
  await client.must.patch(`/invoices/${open}`, { status: 'VOID' });
});

describe('GET /ext/v1/journal/lines', () => {
  it('200 with entries that are balanced, on the day of their booking', async () => {
    expect(await linesOf('from=2030-02-01&to=2030-02-02')).toEqual([
      'INVOICE_ISSUED RECEIVABLES 100 0',
      'INVOICE_ISSUED REVENUE_OTHER 0 100',
      'INVOICE_ISSUED RECEIVABLES 40 0',
      'INVOICE_ISSUED REVENUE_OTHER 0 40',
      'PAYMENT RECEIVABLES 0 100',
      'PAYMENT CASH 100 0',
    ]);
    expect(await linesOf('from=2030-02-02')).toEqual([
      'INVOICE_VOIDED RECEIVABLES 0 40',
      'INVOICE_VOIDED REVENUE_OTHER 40 0',
      'PAYMENT_REVERSED RECEIVABLES 100 0',
      'PAYMENT_REVERSED CASH 0 100',
    ]);
  });

  it('200 with a complete line', async () => {
    const { body } = await list('kind=PAYMENT&account=RECEIVABLES');
    expect(body.data).toEqual([
      {
        ...{ id: expect.any(String), entryId: expect.any(String), date: '2030-02-01' },
        ...{ bookedAt: '2030-02-01T10:00:00.000Z', kind: 'PAYMENT', currency: 'USD', account: 'RECEIVABLES' },
        ...{ number: '1200', name: 'Accounts receivable', debit: 0, credit: 100, invoiceId: invoices[0] },
        ...{ sequenceId: expect.any(String), paymentId, accountId: 'acme', accountName: 'Account acme' },
      },
    ]);
  });

  it('200 with the filters, page after page', async () => {
    expect(await linesOf(`invoice_id=${invoices[1]}&account=RECEIVABLES`)).toEqual([
      'INVOICE_ISSUED RECEIVABLES 40 0',
      'INVOICE_VOIDED RECEIVABLES 0 40',
    ]);
    expect(await linesOf('account_id=nobody')).toEqual([]);
    expect(await linesOf('currency=EUR')).toEqual([]);
    const first = await list('account=RECEIVABLES&pageSize=3');
    const rest = await list(`nextToken=${encodeURIComponent(first.body.nextToken)}`);
    expect([...first.body.data, ...rest.body.data].map(lineOf)).toEqual(await linesOf('account=RECEIVABLES'));
  });

  it.each([
    ['from=2030-01-01&to=2030-02-02', 'JOURNAL_PERIOD_INVALID'],
    ['from=lt:2030-01-01', 'INVALID_REQUEST'],
    ['account=DEBTORS', 'INVALID_REQUEST'],
  ])('400 for %s', async (query, code) => {
    const { status, headers } = await list(query);
    expect([status, headers['error-code']]).toEqual([400, code]);
  });
});
