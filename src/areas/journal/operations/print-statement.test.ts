import { beforeAll, describe, expect, it } from 'vitest';
import { openAccount } from '#test/billing-scenario.ts';
import { payInvoice } from '#test/payment-scenario.ts';
import { pdfPages } from '#test/read-pdf.ts';
import { owe } from '#test/receivable-scenario.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
const print = (body: object) => service.sandbox.post('/ext/v1/statement/pdf', { currency: 'USD', ...body });
let number = '';

beforeAll(async () => {
  const client = service.sandbox;
  await client.setClock('2030-01-10T10:00:00Z');
  for (const id of ['acme', 'idle']) await openAccount(client, id);
  const bill = await owe(client, 'acme', { amount: 1234.5 });
  number = bill.sequenceId;
  await client.setClock('2030-02-02T10:00:00Z');
  await payInvoice(client, { accountId: 'acme', invoiceId: bill.id, amount: 34.5 });
});

describe('POST /ext/v1/statement/pdf', () => {
  it('200 with the entries and both balances in print', async () => {
    const { status, body } = await print({ debtorType: 'ACCOUNT', debtorId: 'acme', from: '2030-02-01' });
    expect([status, body.contentType]).toEqual([200, 'application/pdf']);
    const text = pdfPages(Buffer.from(body.content, 'base64')).flat().join(' ');
    for (const part of [
      ...['STATEMENT OF ACCOUNT', 'Opening balance', '1,234.50', `Payment, invoice ${number}`],
      ...['-34.50', '1,200.00', 'Closing balance', 'USD 1,200.00'],
    ])
      expect(text).toContain(part);
  });

  it('200 with the same bytes for the same moment', async () => {
    const [one, other] = [
      await print({ debtorType: 'CUSTOMER', debtorId: 'customer-acme' }),
      await print({ debtorType: 'CUSTOMER', debtorId: 'customer-acme' }),
    ];
    expect(one.body.content).toBe(other.body.content);
  });

  it.each([
    [{ debtorType: 'ACCOUNT', debtorId: 'idle' }, 400, 'STATEMENT_WITHOUT_INVOICE'],
    [
      { debtorType: 'ACCOUNT', debtorId: 'acme', from: '2030-02-02', to: '2030-02-02' },
      400,
      'JOURNAL_PERIOD_INVALID',
    ],
    [{ debtorType: 'CUSTOMER', debtorId: 'nobody' }, 404, undefined],
  ])('for %j: %i', async (body, status, code) => {
    const reply = await print(body);
    expect(reply.status).toBe(status);
    if (code) expect(reply.headers['error-code']).toBe(code);
  });
});
