import { beforeAll, describe, expect, it } from 'vitest';
import { openAccount } from '#test/billing-scenario.ts';
import { sellCalls } from '#test/feature-scenario.ts';
import { grantCredits } from '#test/granted-credits.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
let calls: string;
let other: string;

beforeAll(async () => {
  const { sandbox } = service;
  await sandbox.setClock('2030-01-10T00:00:00Z');
  calls = await sellCalls(sandbox);
  other = await sellCalls(sandbox, { name: 'Other', schemaName: 'other' });
  await openAccount(sandbox, 'a1');
  await grantCredits(service, [
    { id: 'A', featureId: calls, granted: '1' },
    { id: 'B', featureId: other, granted: '0' },
  ]);
});

describe('GET /accounts/{account_id}/entitlements/{feature_id}', () => {
  it('200 and the one value', async () => {
    const get = (id: string) => service.sandbox.must.get(`/accounts/a1/entitlements/${id}`);
    expect(await get(calls)).toEqual({ data: [{ featureId: calls, value: 'true' }] });
    expect(await get(other)).toEqual({ data: [{ featureId: other, value: 'false' }] });
  });

  it('200 and none when the account does not have the feature', async () => {
    const { id } = await service.sandbox.must.post('/features', { name: 'New', schemaAssociations: [] });
    expect(await service.sandbox.must.get(`/accounts/a1/entitlements/${id}`)).toEqual({ data: [] });
  });

  it('404 for an unknown account or feature', async () => {
    expect((await service.sandbox.get(`/accounts/nobody/entitlements/${calls}`)).status).toBe(404);
    const { status, body } = await service.sandbox.get('/accounts/a1/entitlements/feature.x');
    expect([status, body]).toEqual([404, { message: 'feature feature.x not found' }]);
  });
});
