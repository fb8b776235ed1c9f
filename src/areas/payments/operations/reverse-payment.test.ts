import { beforeAll, describe, expect, it } from 'vitest';
import { listInvoices, openAccount } from '#test/billing-scenario.ts';
import { findMismatches } from '#test/find-mismatches.ts';
import { openPayer } from '#test/group-scenario.ts';
import { fundsOf, payInvoice, type Record, sendPayment } from '#test/payment-scenario.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
const client = () => service.sandbox;
const reverse = (id: string, body: object = { reason: 'It bounced' }) =>
  client().post(`/ext/v1/payments/${id}/reverse`, body);
const toWallet: Record[] = [{ type: 'WALLET_CREDIT', order: 1 }];
const paidOf = async (id: string) => {
  const [invoice] = await listInvoices(client(), id);
  return `${invoice.status} ${invoice.paidAmount} of ${invoice.totalAmount}`;
};
async function pay(payment: Parameters<typeof sendPayment>[1]): Promise<string> {
  const { status, body } = await sendPayment(client(), payment);
  expect([status, body.message]).toEqual([201, undefined]);
  return body.id;
}

beforeAll(async () => {
  await client().setClock('2030-01-01T00:00:00Z');
  for (const id of ['one', 'two', 'lost']) await openPayer(client(), id, { rate: 100 });
  await client().setClock('2030-02-01T12:00:00Z');
  await openAccount(client(), 'rich');
});

describe('POST /ext/v1/payments/{payment_id}/reverse', () => {
  it('200: the invoice owes again, the wallet gives back, the credit is void, and once only', async () => {
    const [{ id: invoiceId }] = await listInvoices(client(), 'one');
    await payInvoice(client(), { accountId: 'one', invoiceId, amount: 40 });
    // 60 pay the rest of 100, 7 buy a credit, 13 are left.
    const records: Record[] = [
      { type: 'INVOICE', platformId: invoiceId, amount: 60, order: 1 },
      { type: 'CREDIT', amount: 7, order: 2 },
    ];
    const id = await pay({ accountId: 'one', totalAmount: 80, records, transactionNumber: 'N-1' });
    expect([await paidOf('one'), await fundsOf(client(), 'one')]).toEqual(['PAID 100 of 100', [13, 0]]);
    const replies = await Promise.all([1, 2, 3].map(() => reverse(id)));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
    expect(replies.find(({ status }) => status === 400)?.body.message).toBe(
      `payment ${id} is already reversed`,
    );
    expect(await paidOf('one')).toBe('PARTIALLY_PAID 40 of 100');
    expect(await fundsOf(client(), 'one')).toEqual([0, 0]);
    const { data } = await client().must.get('/credits?account_id=one');
    expect(data.map(({ status }: { status: string }) => status)).toEqual(['VOIDED']);
    // What was taken back may be recorded again, rightly this time.
    await pay({ accountId: 'one', totalAmount: 5, records: toWallet, transactionNumber: 'N-1' });
  });

  it('200 for what was given up: it stays so', async () => {
    const [{ id: invoiceId }] = await listInvoices(client(), 'lost');
    await client().must.patch(`/invoices/${invoiceId}`, { status: 'UN_COLLECTIBLE' });
    const { id } = await payInvoice(client(), { accountId: 'lost', invoiceId, amount: 30 });
    expect(await paidOf('lost')).toBe('UN_COLLECTIBLE 30 of 100');
    expect((await reverse(id)).status).toBe(200);
    expect(await paidOf('lost')).toBe('UN_COLLECTIBLE 0 of 100');
    await payInvoice(client(), { accountId: 'lost', invoiceId, amount: 100 });
    expect(await paidOf('lost')).toBe('PAID 100 of 100');
  });

  it('400 when the money of the wallet is spent, and nothing is taken back', async () => {
    const id = await pay({ accountId: 'two', totalAmount: 50, records: toWallet });
    // A top-up of 10 lets the wallet pay: 50 + 10 of 100.
    await client().must.post('/accounts/two/wallet_topup', { topupAmount: 10 });
    await client().settle();
    expect([await paidOf('two'), await fundsOf(client(), 'two')]).toEqual([
      'PARTIALLY_PAID 60 of 100',
      [0, 0],
    ]);
    const { status, body } = await reverse(id);
    expect([status, body.message]).toEqual([
      400,
      `payment ${id} cannot be reversed: the wallet has only 0 left of the 50 that the payment added`,
    ]);
    expect((await client().must.get(`/payments/${id}`)).version).toBe(1);
  });

  it('400 when the credit is void already', async () => {
    const id = await pay({ accountId: 'rich', totalAmount: 9, records: [{ type: 'CREDIT', order: 1 }] });
    const { data } = await client().must.get('/credits?account_id=rich');
    await client().must.post(`/credits/${data[0].id}/void`);
    const { status, headers } = await reverse(id);
    expect([status, headers['error-code']]).toEqual([400, 'PAYMENT_NOT_REVERSIBLE']);
  });

  it('400 without a reason, 404 for a payment that is not there', async () => {
    const id = await pay({ accountId: 'rich', totalAmount: 9, records: toWallet });
    for (const body of [{}, { reason: '' }, { reason: '  ' }])
      expect((await reverse(id, body)).status).toBe(400);
    expect((await reverse('payment.none')).status).toBe(404);
  });

  it('the books agree', async () => {
    expect(await findMismatches(service)).toEqual([]);
  });
});
