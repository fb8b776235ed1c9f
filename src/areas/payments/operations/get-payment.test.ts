import { beforeAll, describe, expect, it } from 'vitest';
import { openAccount } from '#test/billing-scenario.ts';
import { sendPayment } from '#test/payment-scenario.ts';
import { type Reply, useService } from '#test/running-app.ts';

const service = useService();
let recorded: Reply['body'];
const read = (query = '') => service.sandbox.get(`/payments/${recorded.id}${query}`);

beforeAll(async () => {
  await service.sandbox.setClock('2030-01-01T00:00:00Z');
  await openAccount(service.sandbox, 'a1');
  const reply = await service.sandbox.post('/payments', {
    accountId: 'a1',
    externalPaymentReference: {
      ...{ sourceName: 'First Bank', sourceType: 'CHEQUE', transactionNumber: '000123' },
      ...{ description: 'By post', metadata: { branch: '7' } },
    },
    lineItemRecords: [{ type: 'WALLET_CREDIT', order: 3 }],
    ...{ currency: 'USD', totalAmount: 12.5, description: 'January', notes: 'two\nlines' },
  });
  recorded = reply.body;
});

describe('GET /payments/{payment_id}', () => {
  it('200 with what was recorded', async () => {
    const { status, body } = await read();
    expect(status).toBe(200);
    const wallet = await service.sandbox.must.get('/accounts/a1/wallet');
    expect(body).toEqual({
      id: recorded.id,
      accountId: 'a1',
      externalPaymentReferences: {
        ...{ sourceName: 'First Bank', sourceType: 'CHEQUE', transactionNumber: '000123' },
        ...{ description: 'By post', metadata: { branch: '7' } },
      },
      lineItemRecords: [{ type: 'WALLET_CREDIT', platformId: wallet.id, amount: 12.5, order: 3 }],
      ...{ totalAmount: 12.5, currency: 'USD', description: 'January', notes: 'two\nlines' },
      ...{ version: 1, status: 'RECORDED', createdAt: '2030-01-01T00:00:00.000Z' },
      createdBy: expect.stringMatching(/./),
    });
  });

  it('200 for each version', async () => {
    await service.sandbox.setClock('2030-01-02T00:00:00Z');
    await service.sandbox.must.post(`/ext/v1/payments/${recorded.id}/reverse`, { reason: 'It bounced' });
    expect((await read('?version=1')).body).toEqual(recorded);
    const second = { version: 2, status: 'REVERSED', reversalReason: 'It bounced' };
    const { body } = await read('?version=2');
    expect(body).toEqual({ ...recorded, ...second, createdAt: '2030-01-02T00:00:00.000Z' });
    expect((await read()).body).toEqual(body);
  });

  it('404 for a version that it does not have, and for a payment that is not there', async () => {
    expect((await read('?version=3')).status).toBe(404);
    expect((await service.sandbox.get('/payments/payment.none')).status).toBe(404);
    const reply = await sendPayment(service.sandbox, {
      ...{ accountId: 'a1', totalAmount: 1, records: [{ type: 'WALLET_CREDIT', order: 1 }] },
    });
    expect((await service.sandbox.get(`/payments/${reply.body.id}?version=2`)).status).toBe(404);
  });

  it('400 for a version that is none', async () => {
    for (const version of ['0', 'x', '1.5']) expect((await read(`?version=${version}`)).status).toBe(400);
  });
});
