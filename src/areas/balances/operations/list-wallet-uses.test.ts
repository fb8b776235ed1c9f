import { beforeAll, describe, expect, it } from 'vitest';
import { draftOf } from '#test/balance-scenario.ts';
import { openAccount } from '#test/billing-scenario.ts';
import { sendPayment } from '#test/payment-scenario.ts';
import { owe } from '#test/receivable-scenario.ts';
import { type Reply, useService } from '#test/running-app.ts';

const service = useService();
const list = (query = '') => service.sandbox.get(`/ext/v1/accounts/acme/wallet/uses${query}`);
const shown = async (query = '') =>
  (await list(query)).body.data.map(
    ({ sourceKind, amount, kind, entityId }: Reply['body']) =>
      `${sourceKind} ${amount} → ${kind} ${names.get(entityId) ?? 'credit'}`,
  );
const names = new Map<string, string>();

/** Two sources of 100 and 50; uses of 120, 20 held and 5 converted: 5 are left of the second. */
beforeAll(async () => {
  const client = service.sandbox;
  await client.setClock('2030-01-10T00:00:00Z');
  await openAccount(client, 'acme');
  await client.must.post('/accounts/acme/wallet_topup', { topupAmount: 100 });
  const records = [{ type: 'WALLET_CREDIT' as const, order: 1 }];
  await sendPayment(client, { accountId: 'acme', totalAmount: 50, records });
  names.set((await owe(client, 'acme', { amount: 120 })).id, 'invoice');
  await client.settle();
  const draft = await draftOf(client, 'acme', [{ id: 'work', value: 20 }]);
  names.set(draft, 'draft');
  await client.must.post('/ext/v1/accounts/acme/wallet/allocate', { invoiceId: draft });
  await client.must.post('/ext/v1/accounts/acme/wallet/convert', { amount: 5 });
});

describe('GET /ext/v1/accounts/{account_id}/wallet/uses', () => {
  it('200 with each part of each use, newest first: the oldest money is spent first', async () => {
    expect(await shown()).toEqual([
      'PAYMENT 5 → CREDIT credit',
      'PAYMENT 20 → HOLD draft',
      'PAYMENT 20 → INVOICE invoice',
      'WALLET_TOPUP 100 → INVOICE invoice',
    ]);
    const { body } = await list('?kind=INVOICE&pageSize=1');
    const [{ sourceId, entryId, ...first }] = body.data;
    expect(first).toMatchObject({ invoiceStatus: 'PAID', sourceDescription: expect.any(String) });
    expect(first.sequenceId).toMatch(/^2030-/);
    expect(await shown(`?source_id=${sourceId}`)).toHaveLength(3);
    expect(await shown(`?entry_id=${entryId}`)).toHaveLength(2);
  });

  it('200 page by page, and for one invoice', async () => {
    const seen: string[] = [];
    for (let token = ''; ; ) {
      const { body } = await list(`?pageSize=1${token && `&nextToken=${encodeURIComponent(token)}`}`);
      seen.push(...body.data.map(({ id }: { id: string }) => id));
      if (!body.nextToken) break;
      token = body.nextToken;
    }
    expect([seen.length, new Set(seen).size]).toEqual([4, 4]);
    const [invoiceId] = [...names.keys()];
    expect(await shown(`?entity_id=${invoiceId}`)).toHaveLength(2);
  });

  it('404 for an unknown account', async () => {
    expect((await service.sandbox.get('/ext/v1/accounts/nobody/wallet/uses')).status).toBe(404);
  });
});
