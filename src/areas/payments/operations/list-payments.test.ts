import { beforeAll, describe, expect, it } from 'vitest';
import { openAccount } from '#test/billing-scenario.ts';
import { sendPayment } from '#test/payment-scenario.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
const ids: string[] = [];
const list = (query: string) => service.sandbox.get(`/payments?${query}`);
const amountsOf = async (query: string) =>
  (await list(query)).body.data.map(({ totalAmount }: { totalAmount: number }) => totalAmount);

beforeAll(async () => {
  const client = service.sandbox;
  await client.setClock('2030-01-01T00:00:00Z');
  for (const id of ['a1', 'a2']) await openAccount(client, id);
  for (const [day, accountId, totalAmount] of [
    ['2030-01-02', 'a1', 1],
    ['2030-01-03', 'a2', 2],
    ['2030-01-04', 'a1', 3],
  ] as const) {
    await client.setClock(`${day}T10:00:00Z`);
    const records = [{ type: 'WALLET_CREDIT' as const, order: 1 }];
    ids.push((await sendPayment(client, { accountId, totalAmount, records })).body.id);
  }
});

describe('GET /payments', () => {
  it('200 with the newest first, and the records of each', async () => {
    expect(await amountsOf('')).toEqual([3, 2, 1]);
    const { body } = await list('pageSize=1');
    expect(body.data[0].lineItemRecords).toMatchObject([{ type: 'WALLET_CREDIT', amount: 3, order: 1 }]);
  });

  it('200 for one, for those of an account, and of its days', async () => {
    expect(await amountsOf(`id=${ids[1]}`)).toEqual([2]);
    expect(await amountsOf('account_id=a1')).toEqual([3, 1]);
    expect(await amountsOf('account_id=a1&created_at=2030-01-02')).toEqual([1]);
    expect(await amountsOf('account_id=nobody')).toEqual([]);
  });

  it('400 for filters that do not go together', async () => {
    expect((await list(`id=${ids[0]}&account_id=a1`)).status).toBe(400);
  });
});
