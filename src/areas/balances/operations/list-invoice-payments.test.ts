import { beforeAll, describe, expect, it } from 'vitest';
import { openAccount } from '#test/billing-scenario.ts';
import { payInvoice } from '#test/payment-scenario.ts';
import { owe } from '#test/receivable-scenario.ts';
import { type Reply, useService } from '#test/running-app.ts';

const service = useService();
const list = (id: string) => service.sandbox.get(`/ext/v1/invoices/${id}/payments`);
let id: string;

beforeAll(async () => {
  const client = service.sandbox;
  await client.setClock('2030-01-10T00:00:00Z');
  await openAccount(client, 'acme');
  await client.must.post('/accounts/acme/wallet_topup', { topupAmount: 30 });
  id = (await owe(client, 'acme', { amount: 100 })).id;
  await client.settle();
});

describe('GET /ext/v1/invoices/{invoice_id}/payments', () => {
  it('200 with wallet money, payments and reversals, whose sum is the paid amount', async () => {
    const payment = await payInvoice(service.sandbox, { accountId: 'acme', invoiceId: id, amount: 50.5 });
    await service.sandbox.must.post(`/ext/v1/payments/${payment.id}/reverse`, { reason: 'Bounced' });
    const { status, body } = await list(id);
    expect(status).toBe(200);
    expect(body.data.map(({ kind, amount }: Reply['body']) => `${kind} ${amount}`)).toEqual([
      ...['WALLET 30', 'PAYMENT 50.5', 'REVERSAL -50.5'],
    ]);
    expect(body.data[1]).toMatchObject({
      ...{ accountId: 'acme', paymentId: payment.id, reference: expect.stringMatching(/^transfer-/) },
    });
    expect((await service.sandbox.must.get(`/invoices/${id}`)).paidAmount).toBe(30);
  });

  it('404 for an unknown invoice', async () => {
    expect((await list('inv.none')).status).toBe(404);
  });
});
