import { beforeAll, describe, expect, it } from 'vitest';
import { openAccount } from '#test/billing-scenario.ts';
import { useService } from '#test/running-app.ts';

/** Values of entitlements are settings under the ids of features, which have dots in fixed places. */
const service = useService();
let feature: string;
const setting = () => ({
  ...{ id: feature, value: 'custom', name: 'Support level', dataType: 'STRING' },
  ...{ namespace: 'ENTITLEMENT', entityType: 'ACCOUNT', entityId: 'a.1.ACCOUNT.x' },
});

beforeAll(async () => {
  await openAccount(service.sandbox, 'a.1.ACCOUNT.x');
  feature = (await service.sandbox.must.post('/features', { name: 'Support', schemaAssociations: [] })).id;
});

describe('a setting of the namespace ENTITLEMENT', () => {
  it('is stored, found by its address, changed and listed', async () => {
    const { sandbox } = service;
    const sent = { ...setting(), namespace: 'entitlement' };
    expect((await sandbox.post('/settings', sent)).body).toEqual(setting());
    const address = `setting.ENTITLEMENT.${feature}.ACCOUNT.a.1.ACCOUNT.x`;
    expect(await sandbox.must.get(`/settings/${address}`)).toEqual(setting());
    await sandbox.must.patch(`/settings/${address}`, { value: 'basic' });
    const { data } = await sandbox.must.get('/settings?namespace=ENTITLEMENT');
    expect(data).toEqual([{ ...setting(), value: 'basic' }]);
  });

  it.each([
    // changed                                          answer
    [{ id: 'support' }, 'id: must be the id of a feature in the namespace ENTITLEMENT'],
    [{ id: 'feature.x.y' }, /^id: must contain only letters, digits, _ and -, or be the id of a feature/],
    [{ namespace: 'USER' }, 'id: must not contain dots, except in the namespace ENTITLEMENT'],
    [{ entityType: 'CUSTOMER' }, 'namespace: ENTITLEMENT is only for settings of ACCOUNT, PRICE_PLAN'],
  ])('%j is refused', async (changed, message) => {
    const { status, body } = await service.sandbox.post('/settings', { ...setting(), ...changed });
    expect(status).toBe(400);
    expect(body.message).toEqual(message instanceof RegExp ? expect.stringMatching(message) : message);
  });

  it('comes with an account that is created', async () => {
    const { entityType: _, entityId: __, ...own } = setting();
    await openAccount(service.sandbox, 'with', { settings: [own] });
    const { data } = await service.sandbox.must.get('/accounts/with/entitlements');
    expect(data).toEqual([{ featureId: feature, value: 'custom' }]);
  });
});
