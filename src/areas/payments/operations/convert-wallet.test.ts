import { beforeAll, describe, expect, it } from 'vitest';
import { openAccount } from '#test/billing-scenario.ts';
import { findMismatches } from '#test/find-mismatches.ts';
import { fundsOf } from '#test/payment-scenario.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
const client = () => service.sandbox;
const convert = (id: string, amount: unknown) =>
  client().post(`/ext/v1/accounts/${id}/wallet/convert`, { amount });

beforeAll(async () => {
  await client().setClock('2030-01-01T00:00:00Z');
  for (const id of ['a1', 'a2']) await openAccount(client(), id);
  await client().must.post('/accounts/a1/wallet_topup', { topupAmount: 10 });
});

describe('POST /ext/v1/accounts/{account_id}/wallet/convert', () => {
  it('200 with a credit without an end, and as much less in the wallet', async () => {
    const { status, body } = await convert('a1', 3.21);
    expect(status).toBe(200);
    const credit = await client().must.get(`/credits/${body.creditId}`);
    expect([credit.creditAmount, credit.priority, credit.effectiveUntil]).toEqual([3.21, 100, undefined]);
    // 10 − 3.21 = 6.79
    expect(await fundsOf(client(), 'a1')).toEqual([6.79, 0]);
    const { data } = await client().must.get('/accounts/a1/wallet/entries');
    expect(data[0]).toMatchObject({ transactionType: 'DEBITED', amount: 3.21, entityId: body.creditId });
  });

  it('400 for more than there is, also at the same time, and no credit is left behind', async () => {
    const replies = await Promise.all([1, 2, 3].map(() => convert('a1', 4)));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
    expect(replies.find(({ status }) => status === 400)?.body.message).toBe(
      'amount: the wallet has only 2.79 available; send at most that amount',
    );
    expect((await client().must.get('/credits?account_id=a1')).data).toHaveLength(2);
  });

  it('400 for no amount, half a cent, and a wallet that is INACTIVE', async () => {
    for (const amount of [0, -1, 1.005, undefined]) expect((await convert('a1', amount)).status).toBe(400);
    await client().must.patch('/accounts/a2/wallet', { status: 'INACTIVE' });
    expect((await convert('a2', 1)).headers['error-code']).toBe('WALLET_INACTIVE');
  });

  it('404 for an account that does not exist', async () => {
    expect((await convert('nobody', 1)).status).toBe(404);
  });

  it('the books agree', async () => {
    expect(await findMismatches(service)).toEqual([]);
  });
});
