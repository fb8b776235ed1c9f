import { beforeAll, describe, expect, it } from 'vitest';
import { openAccount } from '#test/billing-scenario.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
const change = (id: string, body?: unknown) => service.sandbox.patch(`/accounts/${id}/wallet`, body);

beforeAll(async () => {
  await service.sandbox.setClock('2030-01-01T00:00:00Z');
  await openAccount(service.sandbox, 'a1');
});

describe('PATCH /accounts/{account_id}/wallet', () => {
  it('200 with the status: its balance stays, and it can be used again', async () => {
    await service.sandbox.must.post('/accounts/a1/wallet_topup', { topupAmount: 7 });
    await service.sandbox.setClock('2030-01-02T00:00:00Z');
    const stopped = await change('a1', { status: 'INACTIVE' });
    expect([stopped.status, stopped.body]).toMatchObject([
      200,
      { status: 'INACTIVE', balance: 7, updatedAt: '2030-01-02T00:00:00.000Z' },
    ]);
    expect((await change('a1', { status: 'ACTIVE' })).body.status).toBe('ACTIVE');
    expect((await service.sandbox.post('/accounts/a1/wallet_topup', { topupAmount: 1 })).body.balance).toBe(
      8,
    );
  });

  it('200 with the time from which it is used', async () => {
    const { body } = await change('a1', { effectiveFrom: '2030-06-01T00:00:00Z' });
    expect(body).toMatchObject({ effectiveFrom: '2030-06-01T00:00:00.000Z', status: 'ACTIVE' });
  });

  it.each([[undefined], [{}], [{ status: 'ACTIVE' }]])('200 for what changes nothing: %j', async (body) => {
    const before = await service.sandbox.must.get('/accounts/a1/wallet');
    await service.sandbox.setClock('2030-01-03T00:00:00Z');
    expect((await change('a1', body)).body).toEqual(before);
  });

  it.each([
    [{ status: 'CLOSED' }, /^status/],
    [{ effectiveFrom: 'soon' }, /^effectiveFrom/],
    [{ balance: 5 }, /^unknown field balance/],
  ])('400 for %j', async (body, message) => {
    const reply = await change('a1', body);
    expect(reply.status).toBe(400);
    expect(reply.body.message).toMatch(message);
  });

  it('404 for an account that does not exist', async () => {
    expect((await change('nobody', { status: 'INACTIVE' })).status).toBe(404);
  });
});
