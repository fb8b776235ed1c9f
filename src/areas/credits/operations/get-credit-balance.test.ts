import { beforeAll, describe, expect, it } from 'vitest';
import { openAccount } from '#test/billing-scenario.ts';
import { consume, hold, insertDraft } from '#test/credit-rows.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
const balance = (accountId: string) => service.sandbox.get(`/accounts/${accountId}/credit_balance`);
const grant = async (accountId: string, members: object = {}) => {
  const credit = { accountId, purpose: 'p', effectiveFrom: '2030-01-01', creditAmount: 100, priority: 1 };
  const creditRequests = [{ ...credit, ...members }];
  return (await service.sandbox.must.post('/credits', { creditRequests }))[0].id;
};
const ZEROS = { activeCredits: 0, availableBalance: 0, runningBalance: 0, inapplicableCredits: 0 };

beforeAll(async () => {
  await service.sandbox.setClock('2030-01-01T00:00:00Z');
  await service.sandbox.must.post('/ext/v1/organization/currencies', { currency: 'EUR', rate: 1.1 });
});

describe('GET /accounts/{account_id}/credit_balance', () => {
  it('200 and zeros in the currency of an account without credits, also of a draft', async () => {
    await openAccount(service.sandbox, 'none', { invoiceCurrency: 'EUR' });
    await openAccount(service.sandbox, 'draft', { status: 'DRAFT' });
    const { status, body } = await balance('none');
    expect(status).toBe(200);
    expect(body).toEqual({ ...ZEROS, unit: 'EUR', lastUpdatedAt: '2030-01-01T00:00:00.000Z' });
    expect((await balance('draft')).body).toMatchObject({ ...ZEROS, unit: 'USD' });
  });

  it('200 and the sums of the published sample', async () => {
    // 1000 granted, 200 consumed, 100 held, 100 not usable now: 1000, 800, 700, 100.
    await openAccount(service.sandbox, 'sample');
    const used = await grant('sample', { creditAmount: 900 });
    await grant('sample', { effectiveFrom: '2031-01-01' });
    for (const id of ['inv-1', 'inv-2']) await insertDraft(service, 'sample', id);
    await service.sandbox.setClock('2030-01-02T00:00:00Z');
    await consume(service, { accountId: 'sample', invoiceId: 'inv-1', creditId: used, amount: '200' });
    await hold(service, 'sample', [{ creditId: used, invoiceId: 'inv-2', amount: '100' }]);
    expect((await balance('sample')).body).toEqual({
      activeCredits: 1000,
      availableBalance: 800,
      runningBalance: 700,
      inapplicableCredits: 100,
      unit: 'USD',
      lastUpdatedAt: '2030-01-02T00:00:00.000Z',
    });
  });

  it('200 for exact amounts', async () => {
    await openAccount(service.sandbox, 'exact');
    await grant('exact', { creditAmount: 0.1 });
    await grant('exact', { creditAmount: 0.2 });
    expect((await balance('exact')).text).toMatch(/"activeCredits":0\.3,/);
  });

  it('200 without credits that are spent, void or over', async () => {
    await openAccount(service.sandbox, 'settled');
    await insertDraft(service, 'settled', 'inv-3');
    const [spent, voided] = [await grant('settled'), await grant('settled')];
    await consume(service, { accountId: 'settled', invoiceId: 'inv-3', creditId: spent, amount: '100' });
    await service.sandbox.must.post(`/credits/${voided}/void`);
    expect((await balance('settled')).body).toMatchObject(ZEROS);
  });

  it('200 and zeros for an archived account at once; its credits are void soon after', async () => {
    await openAccount(service.sandbox, 'archived');
    const id = await grant('archived', { effectiveUntil: '2030-12-31' });
    await service.sandbox.must.delete('/accounts/archived');
    expect((await balance('archived')).body).toMatchObject(ZEROS);
    await service.sandbox.settle();
    expect((await balance('archived')).body).toMatchObject(ZEROS);
    const credit = await service.sandbox.must.get(`/credits/${id}`);
    expect(credit.status).toBe('VOIDED');
    expect(credit.transactions.at(-1)).toMatchObject({ transactionType: 'VOIDED', amount: 100 });
  });

  it('200 under the platform id of the account', async () => {
    const { platformAccountId } = await service.sandbox.must.get('/accounts/exact');
    expect((await balance(platformAccountId)).body.activeCredits).toBe(0.3);
  });

  it('404 for an unknown account and for one of another organization', async () => {
    const { sandbox } = await service.createOrganization('neighbour');
    for (const id of ['nobody', 'sample']) {
      const { status, body } = await sandbox.get(`/accounts/${id}/credit_balance`);
      expect([status, body.message]).toEqual([404, `account ${id} not found`]);
    }
  });
});
