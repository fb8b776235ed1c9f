import { beforeAll, describe, expect, it } from 'vitest';
import { openAccount } from '#test/billing-scenario.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
const list = (query = '') => service.sandbox.get(`/accounts/a1/wallet/entries${query}`);

beforeAll(async () => {
  await service.sandbox.setClock('2030-01-01T00:00:00Z');
  await openAccount(service.sandbox, 'a1');
  await openAccount(service.sandbox, 'a2');
  for (const topupAmount of [10, 5.5, 0.25])
    await service.sandbox.must.post('/accounts/a1/wallet_topup', { topupAmount });
  await service.sandbox.must.post('/accounts/a2/wallet_topup', { topupAmount: 3 });
});

describe('GET /accounts/{account_id}/wallet/entries', () => {
  it('200 with the newest first, each with the balance after it', async () => {
    const { status, body } = await list();
    const { id: walletId } = await service.sandbox.must.get('/accounts/a1/wallet');
    const entry = (amount: number, closingBalance: number) => ({
      ...{ id: expect.stringMatching(/^wen\./), walletId, amount, closingBalance },
      ...{ transactionType: 'CREDITED', status: 'COMPLETED', description: 'Top-up' },
      createdAt: '2030-01-01T00:00:00.000Z',
    });
    expect(status).toBe(200);
    // 10, then 15.5, then 15.75
    expect(body.data).toEqual([entry(0.25, 15.75), entry(5.5, 15.5), entry(10, 10)]);
    expect(body.nextToken).toBeNull();
  });

  it('200 page by page, although all have one instant', async () => {
    const first = (await list('?pageSize=2')).body;
    const second = (await list(`?nextToken=${first.nextToken}`)).body;
    expect([...first.data, ...second.data].map(({ amount }) => amount)).toEqual([0.25, 5.5, 10]);
  });

  it('400 for a page that is too large', async () => {
    expect((await list('?pageSize=51')).status).toBe(400);
  });

  it('404 for an account that does not exist', async () => {
    expect((await service.sandbox.get('/accounts/nobody/wallet/entries')).status).toBe(404);
  });
});
