import { beforeAll, describe, expect, it } from 'vitest';
import { draftOf } from '#test/balance-scenario.ts';
import { openAccount } from '#test/billing-scenario.ts';
import { owe } from '#test/receivable-scenario.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
const preview = (body: object, account = 'acme') =>
  service.sandbox.post(`/ext/v1/accounts/${account}/wallet/preview`, body);
let [dueId, draftId] = ['', ''];

beforeAll(async () => {
  const client = service.sandbox;
  await client.setClock('2030-01-10T00:00:00Z');
  for (const id of ['acme', 'resting']) await openAccount(client, id);
  dueId = (await owe(client, 'acme', { amount: 80 })).id;
  draftId = await draftOf(client, 'acme', [{ id: 'work', value: 70 }]);
  await client.must.post('/accounts/resting/wallet_topup', { topupAmount: 30 });
  await client.must.patch('/accounts/resting/wallet', { status: 'INACTIVE' });
  await owe(client, 'resting', { amount: 20 });
  await client.settle();
});

describe('POST /ext/v1/accounts/{account_id}/wallet/preview', () => {
  it('200 for a top-up: it pays what is due, and the rest stays', async () => {
    const { status, body } = await preview({ action: 'TOP_UP', amount: 100 });
    expect(status).toBe(200);
    // 0 + 100 − 80 = 20
    expect(body).toMatchObject({ currency: 'USD', balanceBefore: 0, balanceAfter: 20, autoTopup: null });
    expect(body.invoices).toMatchObject([
      {
        ...{ invoiceId: dueId, statusBefore: 'DUE', statusAfter: 'PAID', paidBefore: 0, paidAfter: 80 },
        ...{ amountDueBefore: 80, amountDueAfter: 0, draws: [] },
      },
    ]);
    expect((await service.sandbox.must.get('/accounts/acme/wallet')).balance).toBe(0);
    expect((await service.sandbox.must.get(`/invoices/${dueId}`)).status).toBe('DUE');
  });

  it('200 for an activation: the wallet pays what is due', async () => {
    const { body } = await preview({ action: 'ACTIVATE' }, 'resting');
    expect(body).toMatchObject({ balanceBefore: 30, balanceAfter: 10, invoices: [{ paidAfter: 20 }] });
  });

  it('200 for an allocation to a draft, which holds the money', async () => {
    await service.sandbox.must.post('/accounts/acme/wallet_topup', { topupAmount: 100 });
    await service.sandbox.settle();
    const { body } = await preview({ action: 'ALLOCATE', invoiceId: draftId, amount: 15 });
    expect(body).toMatchObject({ balanceBefore: 20, balanceAfter: 5, heldBefore: 0, heldAfter: 15 });
    expect(body.invoices).toMatchObject([{ invoiceId: draftId, heldAfter: 15, amountDueAfter: 55 }]);
  });

  it('200 for a conversion: the credit pays drafts', async () => {
    const { body } = await preview({ action: 'CONVERT', amount: 12.5 });
    expect(body).toMatchObject({ balanceBefore: 20, balanceAfter: 7.5, creditAmount: 12.5 });
    expect(body.invoices).toMatchObject([{ invoiceId: draftId, totalBefore: 70, totalAfter: 57.5 }]);
  });

  it('400 for what the change would reject, and without its amount', async () => {
    const refused = async (body: object) => (await preview(body)).body.message;
    expect(await refused({ action: 'TOP_UP' })).toBe('amount: must be present for TOP_UP');
    expect(await refused({ action: 'ALLOCATE' })).toBe('invoiceId: must be present for ALLOCATE');
    expect(await refused({ action: 'TOP_UP', amount: 0.001 })).toMatch(/at most 2 decimal places/);
    expect(await refused({ action: 'CONVERT', amount: 999 })).toMatch(/has only 20 available/);
    expect(await refused({ action: 'ALLOCATE', invoiceId: draftId, amount: 999 })).toMatch(
      /only 20 available/,
    );
    expect((await preview({ action: 'TOP_UP', amount: 1 }, 'resting')).status).toBe(400);
  });

  it('404 for an unknown account or invoice', async () => {
    expect((await preview({ action: 'TOP_UP', amount: 1 }, 'nobody')).status).toBe(404);
    expect((await preview({ action: 'ALLOCATE', invoiceId: 'inv.none', amount: 1 })).status).toBe(404);
  });
});
