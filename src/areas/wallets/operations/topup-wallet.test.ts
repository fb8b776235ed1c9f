import { beforeAll, describe, expect, it } from 'vitest';
import { openAccount } from '#test/billing-scenario.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
const topUp = (id: string, topupAmount: unknown, headers: Record<string, string> = {}) =>
  service.sandbox.post(`/accounts/${id}/wallet_topup`, { topupAmount }, headers);
const balanceOf = async (id: string) => (await service.sandbox.must.get(`/accounts/${id}/wallet`)).balance;

beforeAll(async () => {
  await service.sandbox.setClock('2030-01-01T00:00:00Z');
  await openAccount(service.sandbox, 'a1');
  await service.sandbox.must.post('/ext/v1/organization/currencies', { currency: 'JPY', rate: 0.01 });
  await openAccount(service.sandbox, 'yen', { invoiceCurrency: 'JPY' });
});

describe('POST /accounts/{account_id}/wallet_topup', () => {
  it('200 with the wallet; every amount is added exactly', async () => {
    // 0.1 + 0.2 + 100 = 100.3
    for (const amount of [0.1, 0.2]) await topUp('a1', amount);
    const { status, body } = await topUp('a1', 100);
    expect([status, body.balance, body.holdAmount]).toEqual([200, 100.3, 0]);
  });

  it('200 once for one Idempotency-Key, and twice without', async () => {
    await openAccount(service.sandbox, 'keyed');
    const key = { 'idempotency-key': 'top-up-1' };
    expect((await topUp('keyed', 10, key)).body.balance).toBe(10);
    expect((await topUp('keyed', 10, key)).body.balance).toBe(10);
    await topUp('keyed', 10);
    expect(await balanceOf('keyed')).toBe(20);
  });

  it('200 for forty at the same time: none is lost, and each closes where the next begins', async () => {
    await openAccount(service.sandbox, 'crowd');
    await Promise.all(Array.from({ length: 40 }, (_, i) => topUp('crowd', i + 1)));
    // 1 + 2 + … + 40
    expect(await balanceOf('crowd')).toBe(820);
    const { data } = await service.sandbox.must.get('/accounts/crowd/wallet/entries?pageSize=50');
    let balance = 0;
    for (const { amount, closingBalance } of data.toReversed()) {
      balance += amount;
      expect(closingBalance).toBe(balance);
    }
  });

  it.each([
    [0, /^topupAmount: must be greater than 0/],
    [-5, /^topupAmount: must be greater than 0/],
    ['ten', /^topupAmount/],
    [1.005, /^topupAmount: must have at most 2 decimal places in USD/],
    [undefined, /^topupAmount: is required/],
  ])('400 for %s', async (amount, message) => {
    const { status, body } = await topUp('a1', amount);
    expect(status).toBe(400);
    expect(body.message).toMatch(message);
  });

  it('400 for digits that the currency does not have', async () => {
    expect((await topUp('yen', 1.5)).body.message).toBe(
      'topupAmount: must have at most 0 decimal places in JPY',
    );
    expect((await topUp('yen', 15)).body.balance).toBe(15);
  });

  it('400 for a balance that no column could hold', async () => {
    await openAccount(service.sandbox, 'rich');
    const max = '9999999999999999999999999999999999';
    const send = () => service.sandbox.post('/accounts/rich/wallet_topup', `{"topupAmount":${max}}`);
    expect((await send()).status).toBe(200);
    const { status, body } = await send();
    expect([status, body.message]).toEqual([
      400,
      'topupAmount: the wallet balance of account rich would be too large; reduce the amount',
    ]);
  });

  it('400 for a wallet that is INACTIVE, and for an archived account', async () => {
    await openAccount(service.sandbox, 'closed');
    await service.sandbox.must.patch('/accounts/closed/wallet', { status: 'INACTIVE' });
    const { status, headers } = await topUp('closed', 1);
    expect([status, headers['error-code']]).toEqual([400, 'WALLET_INACTIVE']);
    await openAccount(service.sandbox, 'gone');
    await service.sandbox.must.delete('/accounts/gone');
    expect((await topUp('gone', 1)).status).toBe(400);
  });

  it('404 for a draft account and for one that does not exist', async () => {
    await openAccount(service.sandbox, 'drafted', { status: 'DRAFT' });
    expect((await topUp('drafted', 1)).status).toBe(404);
    expect((await topUp('nobody', 1)).status).toBe(404);
  });
});
