import { beforeAll, describe, expect, it } from 'vitest';
import { openAccount } from '#test/billing-scenario.ts';
import { sendPayment } from '#test/payment-scenario.ts';
import { owe } from '#test/receivable-scenario.ts';
import { type Reply, useService } from '#test/running-app.ts';

const service = useService();
const list = (account = 'acme') => service.sandbox.get(`/ext/v1/accounts/${account}/wallet/sources`);
const shown = async () =>
  (await list()).body.data.map(
    ({ kind, amount, takenBackAmount, usedAmount, remainingAmount }: Reply['body']) =>
      `${kind} ${amount} − ${takenBackAmount} − ${usedAmount} = ${remainingAmount}`,
  );
let paymentId: string;

beforeAll(async () => {
  const client = service.sandbox;
  await client.setClock('2030-01-10T00:00:00Z');
  await openAccount(client, 'acme');
  await client.must.post('/accounts/acme/wallet_topup', { topupAmount: 30 });
  const records = [{ type: 'WALLET_CREDIT' as const, order: 1 }];
  paymentId = (await sendPayment(client, { accountId: 'acme', totalAmount: 50, records })).body.id;
  await client.must.post('/accounts/acme/wallet_topup', { topupAmount: 20 });
  await owe(client, 'acme', { amount: 45 });
  await client.settle();
});

describe('GET /ext/v1/accounts/{account_id}/wallet/sources', () => {
  it('200 with what is left of each, newest first', async () => {
    expect(await shown()).toEqual([
      'WALLET_TOPUP 20 − 0 − 0 = 20',
      'PAYMENT 50 − 0 − 15 = 35',
      'WALLET_TOPUP 30 − 0 − 30 = 0',
    ]);
    const { body } = await list();
    expect(body.data[1]).toMatchObject({ entityId: paymentId, id: expect.stringMatching(/^wen\./) });
  });

  it('200 after a reversal, which takes back its own money: the next source pays in its place', async () => {
    await service.sandbox.must.post(`/ext/v1/payments/${paymentId}/reverse`, { reason: 'Bounced' });
    expect(await shown()).toEqual([
      'WALLET_TOPUP 20 − 0 − 15 = 5',
      'PAYMENT 50 − 50 − 0 = 0',
      'WALLET_TOPUP 30 − 0 − 30 = 0',
    ]);
    expect((await service.sandbox.must.get('/accounts/acme/wallet')).balance).toBe(5);
  });

  it('404 for an unknown account', async () => {
    expect((await list('nobody')).status).toBe(404);
  });
});
