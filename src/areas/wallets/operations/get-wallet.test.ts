import { beforeAll, describe, expect, it } from 'vitest';
import { openAccount } from '#test/billing-scenario.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
const get = (id: string) => service.sandbox.get(`/accounts/${id}/wallet`);

beforeAll(async () => {
  await service.sandbox.setClock('2030-01-01T00:00:00Z');
  await openAccount(service.sandbox, 'a1');
});

describe('GET /accounts/{account_id}/wallet', () => {
  it('200 for every active account, empty from the beginning', async () => {
    const { status, body } = await get('a1');
    expect(status).toBe(200);
    expect(body).toEqual({
      ...{ id: expect.stringMatching(/^wal\.[0-9a-f]{32}$/), accountId: 'a1', customerId: 'customer-a1' },
      ...{ balance: 0, holdAmount: 0, creditUnit: 'USD', status: 'ACTIVE' },
      effectiveFrom: '2030-01-01T00:00:00.000Z',
      metadata: { autoNetOff: true },
      ...{ createdAt: '2030-01-01T00:00:00.000Z', updatedAt: '2030-01-01T00:00:00.000Z' },
    });
  });

  it('404 for a draft account, until it is activated', async () => {
    await openAccount(service.sandbox, 'drafted', { status: 'DRAFT' });
    const { status, body } = await get('drafted');
    expect([status, body.message]).toEqual([
      404,
      'account drafted has no wallet yet; set its status to ACTIVE first',
    ]);
    await service.sandbox.setClock('2030-01-05T00:00:00Z');
    await service.sandbox.must.patch('/accounts/drafted', { status: 'ACTIVE' });
    expect((await get('drafted')).body.effectiveFrom).toBe('2030-01-05T00:00:00.000Z');
  });

  it('200 for an archived account, which has no money left (vector 24)', async () => {
    await openAccount(service.sandbox, 'archived');
    const { id } = await service.sandbox.must.post('/payments', {
      accountId: 'archived',
      externalPaymentReference: { sourceName: 'Till', sourceType: 'CASH', transactionNumber: '1' },
      lineItemRecords: [{ type: 'WALLET_CREDIT', order: 1 }],
      ...{ currency: 'USD', totalAmount: 5 },
    });
    const { status, body } = await service.sandbox.delete('/accounts/archived');
    expect([status, body.message]).toEqual([
      400,
      'account archived has money in its wallet; spend it or withdraw it before archiving',
    ]);
    await service.sandbox.must.post(`/ext/v1/payments/${id}/reverse`, { reason: 'Given back' });
    await service.sandbox.must.delete('/accounts/archived');
    expect((await get('archived')).body.balance).toBe(0);
  });

  it('404 for an account that does not exist, or is of the other environment', async () => {
    expect((await get('nobody')).status).toBe(404);
    expect((await service.production.get('/accounts/a1/wallet')).status).toBe(404);
  });
});
