import { beforeAll, describe, expect, it } from 'vitest';
import { openAccount } from '#test/billing-scenario.ts';
import { creditsOf, ingestCall, sellCalls } from '#test/feature-scenario.ts';
import { grantCredits } from '#test/granted-credits.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
let calls: string;

beforeAll(async () => {
  const { sandbox } = service;
  await sandbox.setClock('2030-01-10T00:00:00Z');
  calls = await sellCalls(sandbox);
  await openAccount(sandbox, 'a1');
  await openAccount(sandbox, 'a2');
});

describe('GET /accounts/{account_id}/features/{feature_id}', () => {
  it('200 and zero without credits', async () => {
    expect(await service.sandbox.must.get(`/accounts/a2/features/${calls}`)).toEqual({
      ...{ accountId: 'a2', featureId: calls, granted: 0, balance: 0, overageLimit: 0, usedOverage: 0 },
    });
  });

  it('200 and the sums over what is valid now, overage apart', async () => {
    const entry = { featureId: calls, granted: '10' };
    await grantCredits(service, [
      { ...entry, id: 'now' },
      { ...entry, id: 'also now', granted: '2.5', source: 'REFUND' },
      { ...entry, id: 'over', until: '2030-01-10T00:00:00Z' },
      { ...entry, id: 'last instant', granted: '1', until: '2030-01-10T00:00:00.001Z' },
      { ...entry, id: 'later', from: '2030-01-10T00:00:00.001Z' },
      { ...entry, id: 'first instant', granted: '1', from: '2030-01-10T00:00:00Z' },
      { ...entry, id: 'voided', granted: '100' },
      { ...entry, id: 'overage', granted: '7', source: 'OVERAGE' },
      { ...entry, id: 'overage before', source: 'OVERAGE', until: '2030-01-10T00:00:00Z' },
    ]);
    await service.sandbox.must.post(`/accounts/a1/features/${calls}/entries/voided/void`);
    expect(await creditsOf(service.sandbox, calls)).toBe('14.5 14.5 7 0');
    await ingestCall(service.sandbox, 'call', { minutes: '15.5', at: '2030-01-10T00:00:00Z' });
    expect(await creditsOf(service.sandbox, calls)).toBe('14.5 0 7 1');
  });

  it('200 without overageLimit when there is no limit', async () => {
    await grantCredits(service, [{ id: 'unlimited', featureId: calls, granted: null, source: 'OVERAGE' }]);
    const credits = await service.sandbox.must.get(`/accounts/a1/features/${calls}`);
    expect(credits).not.toHaveProperty('overageLimit');
    expect(credits.usedOverage).toBe(1);
  });

  it('200 by the platform id of the account, and every digit', async () => {
    const { platformAccountId } = await service.sandbox.must.get('/accounts/a2');
    await grantCredits(service, [
      { id: 'long', featureId: calls, accountId: 'a2', granted: '12345678901234567890.123456789012345678' },
    ]);
    expect(await creditsOf(service.sandbox, calls, platformAccountId)).toBe(
      '12345678901234567890.123456789012345678 12345678901234567890.123456789012345678 0 0',
    );
  });

  it.each([
    ['nobody', () => calls, 'account nobody not found'],
    ['a1', () => 'feature.x', 'feature feature.x not found'],
  ])('404 for account %s', async (account, feature, message) => {
    const { status, body } = await service.sandbox.get(`/accounts/${account}/features/${feature()}`);
    expect([status, body]).toEqual([404, { message }]);
  });

  it('404 for the account and the feature of another organization', async () => {
    const { sandbox } = await service.createOrganization('other');
    await openAccount(sandbox, 'a1');
    expect((await sandbox.get(`/accounts/a1/features/${calls}`)).status).toBe(404);
    expect((await service.production.get(`/accounts/a1/features/${calls}`)).status).toBe(404);
  });
});
