import { beforeAll, describe, expect, it } from 'vitest';
import { forfeitCredit } from '#areas/credits/index.ts';
import { inOrg } from '#test/billing-rows.ts';
import { openAccount } from '#test/billing-scenario.ts';
import { clockOf, consume, hold, insertDraft, plannedWork } from '#test/credit-rows.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
const grant = async (accountId = 'acme') => {
  const period = { effectiveFrom: '2030-01-01', effectiveUntil: '2030-01-31' };
  const creditRequests = [{ ...period, accountId, purpose: 'Goodwill', creditAmount: 100, priority: 1 }];
  return (await service.sandbox.must.post('/credits', { creditRequests }))[0].id;
};
const voidCredit = (id: string) => service.sandbox.post(`/credits/${id}/void`);

beforeAll(async () => {
  await service.sandbox.setClock('2030-01-01T00:00:00Z');
  await openAccount(service.sandbox, 'acme');
  for (const id of ['inv-1', 'inv-2', 'inv-3']) await insertDraft(service, 'acme', id);
});

describe('POST /credits/{credit_id}/void', () => {
  it('200 and the credit: what remains is gone with its holds, what was consumed is not', async () => {
    const id = await grant();
    await consume(service, { accountId: 'acme', invoiceId: 'inv-1', creditId: id, amount: '30.5' });
    await hold(service, 'acme', [{ creditId: id, invoiceId: 'inv-2', amount: '20' }]);
    const { status, body } = await voidCredit(id);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      id,
      status: 'VOIDED',
      creditAmount: 100,
      consumedAmount: 30.5,
      holdAmount: 0,
    });
    const { transactions } = await service.sandbox.must.get(`/credits/${id}`);
    // 100 − 30.5 = 69.5
    expect(transactions.at(-1)).toMatchObject({ transactionType: 'VOIDED', amount: 69.5 });
  });

  it('200 and drafts are computed anew, and nothing expires any more', async () => {
    await openAccount(service.sandbox, 'planned');
    const id = await grant('planned');
    await service.sandbox.settle();
    expect(await plannedWork(service, 'credits.expire', id)).toBe('2030-02-01T00:00:00Z');
    await voidCredit(id);
    expect(await plannedWork(service, 'credits.expire', id)).toBeNull();
    expect(await plannedWork(service, 'credits.changed', 'planned')).toBe('2030-01-01T00:00:00Z');
  });

  it.each([
    ['VOIDED', (id: string) => voidCredit(id)],
    ['CONSUMED', (creditId: string) => consume(service, { ...FROM_ACME, creditId, amount: '100' })],
    ['EXPIRED', (id: string) => expire(id)],
  ])('400 for a credit that is %s', async (expected, settle) => {
    const id = await grant();
    await settle(id);
    const { status, body } = await voidCredit(id);
    expect([status, body.message]).toEqual([400, `credit ${id} is ${expected} and cannot be voided`]);
  });

  it('200 once when two void at the same time, and one transaction', async () => {
    const id = await grant();
    const responses = await Promise.all(Array.from({ length: 4 }, () => voidCredit(id)));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400]);
    expect((await service.sandbox.must.get(`/credits/${id}`)).transactions).toHaveLength(2);
  });

  it('404 for an unknown credit and for one of another organization', async () => {
    const { sandbox } = await service.createOrganization('neighbour');
    const theirs = await grant();
    for (const id of ['cred.unknown', theirs]) {
      const { status, body } = await sandbox.post(`/credits/${id}/void`);
      expect([status, body.message]).toEqual([404, `credit ${id} not found`]);
    }
  });

  it('400 for a body', async () => {
    const { status, body } = await service.sandbox.post(`/credits/${await grant()}/void`, { reason: 'x' });
    expect([status, body.message]).toEqual([
      400,
      'body: must be empty, because this operation takes no body',
    ]);
  });
});

const FROM_ACME = { accountId: 'acme', invoiceId: 'inv-3' };

async function expire(id: string): Promise<void> {
  const now = await clockOf(service.sandbox);
  await inOrg(service, 'sandbox', (tx, org) => forfeitCredit({ tx, org, now }, { id }));
}
