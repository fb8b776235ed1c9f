import { beforeAll, describe, expect, it } from 'vitest';
import { openAccount } from '#test/billing-scenario.ts';
import { findMismatches } from '#test/find-mismatches.ts';
import { fundsOf, recordsOf } from '#test/payment-scenario.ts';
import { owe } from '#test/receivable-scenario.ts';
import { type Reply, useService } from '#test/running-app.ts';

const service = useService();
let made = 0;
const openBoth = async () => {
  made += 1;
  const ids = [`a${made}`, `b${made}`] as const;
  for (const id of ids) await openAccount(service.sandbox, id);
  const [a, b] = [
    await owe(service.sandbox, ids[0], { amount: 100.1 }),
    await owe(service.sandbox, ids[1], { amount: 50.2 }),
  ];
  return { ids, invoices: [a.id, b.id] as const };
};
type Both = Awaited<ReturnType<typeof openBoth>>;

const lineOf = ({ ids, invoices }: Both, more: object = {}) => ({
  currency: 'USD',
  totalAmount: 160.3,
  externalPaymentReference: {
    sourceName: 'Bank',
    sourceType: 'BANK_TRANSFER',
    transactionNumber: `L${made}`,
  },
  payments: [
    paymentOf(ids[0], 100.1, invoices[0]),
    { ...paymentOf(ids[1], 60.2, invoices[1]) }, // 50.2 and 10 more
  ],
  ...more,
});
const paymentOf = (accountId: string, totalAmount: number, platformId: string) => ({
  ...{ accountId, totalAmount },
  lineItemRecords: [{ type: 'INVOICE', platformId, order: 1 }],
});
const send = (body: object) => service.sandbox.post('/ext/v1/bank_lines', body);
const paidOf = async ({ invoices }: Both) =>
  Promise.all(
    invoices.map(async (id) => {
      const { status, paidAmount } = await service.sandbox.must.get(`/invoices/${id}`);
      return `${status} ${paidAmount}`;
    }),
  );

beforeAll(() => service.sandbox.setClock('2030-01-10T00:00:00Z'));

describe('POST /ext/v1/bank_lines', () => {
  it('201 with a payment of each account, and the rest in the wallet of one', async () => {
    const both = await openBoth();
    const { status, body } = await send(lineOf(both));
    expect(status).toBe(201);
    expect(body.payments.map(recordsOf)).toEqual([
      ['INVOICE 100.1 @1'],
      ['INVOICE 50.2 @1', 'WALLET_CREDIT 10 @2'], // 60.2 − 50.2
    ]);
    expect(await paidOf(both)).toEqual(['PAID 100.1', 'PAID 50.2']);
    expect([
      await fundsOf(service.sandbox, both.ids[0]),
      await fundsOf(service.sandbox, both.ids[1]),
    ]).toEqual([
      [0, 0],
      [10, 0],
    ]);
    const { data } = await service.sandbox.must.get(`/payments?bank_line_id=${body.id}`);
    expect(data.map(({ id }: Reply['body']) => id).sort()).toEqual(
      body.payments.map(({ id }: Reply['body']) => id).sort(),
    );
    expect(data[0].externalPaymentReferences.transactionNumber).toBe(`L${made}`);
  });

  it('409 for the same line again, and nothing is recorded', async () => {
    const both = await openBoth();
    await send(lineOf(both));
    const again = await send(lineOf(both));
    expect([again.status, again.headers['error-code']]).toEqual([409, 'PAYMENT_TAKEN']);
    expect(await fundsOf(service.sandbox, both.ids[1])).toEqual([10, 0]);
  });

  it('201 once, and 409 for the others, of the same line at the same time in another order', async () => {
    const both = await openBoth();
    const line = lineOf(both);
    const turned = { ...line, payments: line.payments.toReversed() };
    const statuses = (await Promise.all([line, turned, line, turned].map(send))).map(({ status }) => status);
    expect(statuses.sort()).toEqual([201, 409, 409, 409]);
    expect(await paidOf(both)).toEqual(['PAID 100.1', 'PAID 50.2']);
  });

  it('400 or 404 with all or nothing', async () => {
    const both = await openBoth();
    const [one, two] = lineOf(both).payments;
    const other = await openBoth();
    const euro = 'euro';
    await service.sandbox.must.post('/ext/v1/organization/currencies', { currency: 'EUR', rate: 1.1 });
    await service.sandbox.must.post('/customers', {
      ...{
        id: euro,
        name: 'Euro',
        primaryEmail: 'e@x.example',
        address: {},
        account: { id: euro, name: 'Euro', invoiceCurrency: 'EUR' },
      },
    });
    const cases: [object, number, string][] = [
      [{ totalAmount: 160.31 }, 400, 'BANK_LINE_UNEVEN'],
      [{ payments: [one, one], totalAmount: 200.2 }, 400, 'BANK_LINE_REPEATED'],
      [{ payments: [one, { ...two, accountId: 'nobody' }] }, 404, 'ACCOUNT_NOT_FOUND'],
      [{ payments: [one, { ...two, accountId: euro }] }, 400, 'BANK_LINE_CURRENCY'],
      // The invoice of another account.
      [{ payments: [one, paymentOf(both.ids[1], 60.2, other.invoices[0])] }, 404, 'INVOICE_NOT_FOUND'],
      [{ payments: [one], totalAmount: 100.1 }, 400, 'INVALID_REQUEST'],
    ];
    for (const [more, status, code] of cases) {
      const reply = await send(lineOf(both, more));
      expect([reply.status, reply.headers['error-code']]).toEqual([status, code]);
    }
    expect(await paidOf(both)).toEqual(['DUE 0', 'DUE 0']);
    expect(await findMismatches(service, { names: /^(payments|wallets|ledger)\./ })).toEqual([]);
  });
});
