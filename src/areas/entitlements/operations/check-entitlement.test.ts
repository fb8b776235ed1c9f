import { beforeAll, describe, expect, it } from 'vitest';
import { openAccount } from '#test/billing-scenario.ts';
import { creditsOf, sellCalls } from '#test/feature-scenario.ts';
import { grantCredits } from '#test/granted-credits.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
const features: Record<string, string> = {};
const check = (feature: string, body: unknown, account = 'a1') =>
  service.sandbox.post(`/accounts/${account}/entitlements/${features[feature] ?? feature}`, body);

beforeAll(async () => {
  const { sandbox } = service;
  await sandbox.setClock('2030-01-10T00:00:00Z');
  features.calls = await sellCalls(sandbox);
  await openAccount(sandbox, 'a1');
  await grantCredits(service, [{ id: 'A', featureId: features.calls, granted: '1' }]);
  for (const [name, value] of [
    ['plan', 'Custom'],
    ['seats', '25.50'],
    ['none', null],
  ] as const) {
    features[name] = (await sandbox.must.post('/features', { name, schemaAssociations: [] })).id;
    const owner = { entityType: 'ACCOUNT', entityId: 'a1', namespace: 'ENTITLEMENT' };
    const setting = { ...owner, id: features[name], name: 'value', dataType: 'STRING' };
    if (value !== null) await sandbox.must.post('/settings', { ...setting, value });
  }
});

describe('POST /accounts/{account_id}/entitlements/{feature_id}', () => {
  it.each([
    // feature  value      success
    ['calls', 'true', true],
    ['calls', 'false', false],
    ['calls', 'True', false],
    ['plan', 'Custom', true],
    ['plan', 'custom', false],
    ['plan', '', false],
    ['seats', '25.5', true], //   the same number
    ['seats', '25.500', true],
    ['seats', '2550e-2', true],
    ['seats', '25.51', false],
    ['seats', '25.50 ', false],
    ['none', 'true', false], //   not held
  ])('200 for %s as %j: %s', async (feature, value, success) => {
    const { status, body } = await check(feature, { value });
    expect([status, body]).toEqual([200, { success }]);
  });

  it('200 and nothing is used by asking', async () => {
    await check('calls', { value: 'true' });
    expect(await creditsOf(service.sandbox, features.calls as string)).toBe('1 1 0 0');
  });

  it('400 without a value; 32,768 characters fit', async () => {
    expect((await check('plan', { value: 'x'.repeat(32_768) })).status).toBe(200);
    for (const body of [{}, { value: 1 }, { value: 'x'.repeat(32_769) }, { value: 'x', other: 1 }, undefined])
      expect((await check('plan', body)).status).toBe(400);
  });

  it('404 for an unknown account or feature', async () => {
    expect((await check('calls', { value: 'true' }, 'nobody')).status).toBe(404);
    expect((await check('feature.x', { value: 'true' })).status).toBe(404);
  });
});
