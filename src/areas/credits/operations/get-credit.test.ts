import { beforeAll, describe, expect, it } from 'vitest';
import { openAccount } from '#test/billing-scenario.ts';
import { consume, hold, insertDraft } from '#test/credit-rows.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
const grant = async (members: object = {}) => {
  const credit = { purpose: 'Goodwill', effectiveFrom: '2030-01-01', creditAmount: 1000, priority: 1 };
  const creditRequests = [{ ...credit, accountId: 'acme', ...members }];
  return (await service.sandbox.must.post('/credits', { creditRequests }))[0].id;
};

beforeAll(async () => {
  await service.sandbox.setClock('2030-01-01T00:00:00Z');
  await openAccount(service.sandbox, 'acme');
  for (const id of ['inv-1', 'inv-2']) await insertDraft(service, 'acme', id);
});

describe('GET /credits/{credit_id}', () => {
  it('200 with the transaction of the grant, by whom it was', async () => {
    const id = await grant({ grantorId: 'campaign' });
    const { status, body } = await service.sandbox.get(`/credits/${id}`);
    expect(status).toBe(200);
    expect(body).toEqual({
      id,
      customerId: 'customer-acme',
      accountId: 'acme',
      purpose: 'Goodwill',
      effectiveFrom: '2030-01-01',
      status: 'ACTIVE',
      creditAmount: 1000,
      creditUnit: 'USD',
      holdAmount: 0,
      consumedAmount: 0,
      priority: 1,
      grantorId: 'campaign',
      createdAt: '2030-01-01T00:00:00.000Z',
      updatedAt: '2030-01-01T00:00:00.000Z',
      transactions: [
        {
          id: expect.stringMatching(/^ctx\.\w{8}\.\w{7}$/),
          creditId: id,
          transactionType: 'CREDITED',
          entityId: 'campaign',
          amount: 1000,
          createdAt: '2030-01-01T00:00:00.000Z',
        },
      ],
    });
  });

  it('200 with what invoices took and drafts hold; a hold is no transaction', async () => {
    const id = await grant();
    await consume(service, { accountId: 'acme', invoiceId: 'inv-1', creditId: id, amount: '400' });
    await hold(service, 'acme', [{ creditId: id, invoiceId: 'inv-2', amount: '500' }]);
    const { body } = await service.sandbox.get(`/credits/${id}`);
    // The sample of money-platform.md 13.1: 1000 granted, 400 consumed, 500 held.
    expect(body).toMatchObject({
      creditAmount: 1000,
      consumedAmount: 400,
      holdAmount: 500,
      status: 'ACTIVE',
    });
    const rows = body.transactions.map((each: Record<string, unknown>) => [
      each.transactionType,
      each.invoiceId,
      each.amount,
    ]);
    expect(rows).toEqual([
      ['CREDITED', undefined, 1000],
      ['DEBITED', 'inv-1', 400],
    ]);
  });

  it('404 for an unknown credit and for one of another organization', async () => {
    const { sandbox } = await service.createOrganization('neighbour');
    const theirs = await grant();
    for (const id of ['cred.unknown', theirs]) {
      const { status, body } = await sandbox.get(`/credits/${id}`);
      expect([status, body]).toEqual([404, { message: `credit ${id} not found` }]);
    }
    expect((await service.production.get(`/credits/${theirs}`)).status).toBe(404);
  });
});
