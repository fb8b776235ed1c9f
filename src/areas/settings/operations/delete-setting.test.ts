import { beforeAll, describe, expect, it } from 'vitest';
import { useService } from '#test/running-app.ts';

const service = useService();
const THRESHOLD = {
  id: 'threshold',
  value: '10',
  entityType: 'ACCOUNT',
  entityId: 'acme',
  namespace: 'USER',
  name: 'Threshold',
  dataType: 'NUMERIC',
};
const ADDRESS = 'setting.USER.threshold.ACCOUNT.acme';
const remove = (address: string) => service.sandbox.delete(`/ext/v1/settings/${address}`);

beforeAll(async () => {
  const customer = { id: 'acme', name: 'Acme', primaryEmail: 'a@b.example', address: {} };
  await service.sandbox.must.post('/customers', customer);
  await service.sandbox.must.post('/accounts', { id: 'second', name: 'Second', customerId: 'acme' });
});

describe('DELETE /ext/v1/settings/{setting_id_str}', () => {
  it('200 and the setting is gone, from lists and from the account', async () => {
    const { must } = service.sandbox;
    await must.post('/settings', THRESHOLD);
    await must.post('/settings', { ...THRESHOLD, id: 'other' });
    const { status, body } = await remove(ADDRESS);
    expect([status, body]).toEqual([200, { success: true }]);
    expect((await service.sandbox.get(`/settings/${ADDRESS}`)).status).toBe(404);
    expect((await must.get('/settings')).data).toMatchObject([{ id: 'other' }]);
    expect((await must.get('/accounts/acme')).settings).toMatchObject([{ id: 'other' }]);
    expect((await must.post('/settings', THRESHOLD)).value).toBe('10');
  });

  it('200 in any case of namespace and entity type', async () => {
    await service.sandbox.must.post('/settings', THRESHOLD);
    expect((await remove('setting.user.threshold.account.acme')).status).toBe(200);
  });

  it.each(['setting.USER.nothing.ACCOUNT.acme', 'threshold', 'setting.USER.threshold.ACCOUNT.nobody'])(
    '404 for %s',
    async (address) => {
      const { status, body } = await remove(address);
      expect([status, body.message]).toEqual([404, `setting ${address} not found`]);
    },
  );

  it('404 for one that was deleted, and for one of another organization', async () => {
    await service.sandbox.must.post('/settings', THRESHOLD);
    const other = await service.createOrganization('other');
    expect((await other.sandbox.delete(`/ext/v1/settings/${ADDRESS}`)).status).toBe(404);
    expect((await remove(ADDRESS)).status).toBe(200);
    expect((await remove(ADDRESS)).status).toBe(404);
  });

  it('400 when the account is archived', async () => {
    const { must } = service.sandbox;
    await must.post('/settings', { ...THRESHOLD, entityId: 'second' });
    await must.delete('/accounts/second');
    const { status, body } = await remove('setting.USER.threshold.ACCOUNT.second');
    expect([status, body.message]).toEqual([
      400,
      'account second is archived; its settings cannot be changed',
    ]);
  });
});
