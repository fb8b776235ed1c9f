import { beforeAll, describe, expect, it } from 'vitest';
import { draftOf } from '#test/balance-scenario.ts';
import { openAccount } from '#test/billing-scenario.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
const preview = (id: string) => service.sandbox.post(`/ext/v1/credits/${id}/void_preview`);
let ids: string[];

beforeAll(async () => {
  const client = service.sandbox;
  await client.setClock('2030-01-10T00:00:00Z');
  await openAccount(client, 'acme');
  await draftOf(client, 'acme', [{ id: 'work', value: 70 }]);
  const terms = { accountId: 'acme', purpose: 'Goodwill', effectiveFrom: '2030-01-01' };
  const creditRequests = [
    { ...terms, creditAmount: 40, priority: 1 },
    { ...terms, creditAmount: 50, priority: 2 },
  ];
  ids = (await client.must.post('/credits', { creditRequests })).map(({ id }: { id: string }) => id);
  await client.settle();
});

describe('POST /ext/v1/credits/{credit_id}/void_preview', () => {
  it('200 with the drafts that lose it, where the next credit takes over', async () => {
    const { status, body } = await preview(ids[0] as string);
    expect(status).toBe(200);
    expect([body.currency, body.voidedAmount, body.omittedAccounts]).toEqual(['USD', 40, 0]);
    // 70 − 40 − 30 = 0 before; 70 − 50 = 20 after.
    expect(body.invoices).toMatchObject([{ totalBefore: 0, totalAfter: 20 }]);
    expect(body.invoices[0].draws).toMatchObject([
      { creditId: ids[1], lineId: 'work', amountBefore: 30, amountAfter: 50 },
      { creditId: ids[0], lineId: 'work', amountBefore: 40, amountAfter: 0 },
    ]);
    expect((await service.sandbox.must.get(`/credits/${ids[0]}`)).status).toBe('ACTIVE');
  });

  it('400 for a credit that is void, and 404 for an unknown one', async () => {
    await service.sandbox.must.post(`/credits/${ids[0]}/void`);
    const { status, body } = await preview(ids[0] as string);
    expect([status, body.message]).toEqual([400, `credit ${ids[0]} is VOIDED and cannot be voided`]);
    expect((await preview('cred.unknown')).status).toBe(404);
  });
});
