import { beforeAll, describe, expect, it } from 'vitest';
import { useService } from '#test/running-app.ts';

const service = useService();
const stored = {
  id: 'success_threshold',
  value: '0.95',
  entityType: 'ACCOUNT',
  entityId: 'G.234@x',
  namespace: 'USER',
  name: 'Success threshold',
  dataType: 'NUMERIC',
};

beforeAll(async () => {
  const account = { id: 'G.234@x', name: 'Acme' };
  const customer = { id: 'acme', name: 'Acme', primaryEmail: 'a@b.c', address: {}, account };
  await service.production.must.post('/customers', customer);
  await service.production.must.post('/settings', stored);
});

describe('GET /settings/{setting_id_str}', () => {
  it.each([
    'setting.USER.success_threshold.ACCOUNT.G.234@x',
    'setting.user.success_threshold.account.G.234@x',
  ])('200 for %s', async (address) => {
    const { status, body } = await service.production.get(`/settings/${address}`);
    expect([status, body]).toEqual([200, stored]);
  });

  it.each([
    'setting.USER.success_threshold.ACCOUNT.g.234@x',
    'setting.USER.Success_threshold.ACCOUNT.G.234@x',
    'setting.PLATFORM.success_threshold.ACCOUNT.G.234@x',
    'setting.OTHER.success_threshold.ACCOUNT.G.234@x',
    'setting.USER.success_threshold.PLANET.G.234@x',
    'setting.USER.success_threshold.ACCOUNT.',
    'setting.USER.success_threshold',
    'SETTING.USER.success_threshold.ACCOUNT.G.234@x',
    'success_threshold',
    '%20',
  ])('404 for %s', async (address) => {
    const { status, headers } = await service.production.get(`/settings/${address}`);
    expect([status, headers['error-code']]).toEqual([404, 'SETTING_NOT_FOUND']);
  });

  it('200 for the time zone and base currency of the organization, which are set with it', async () => {
    const { sandbox } = await service.createOrganization('mirrored');
    await sandbox.must.patch('/ext/v1/organization', { timezone: 'Asia/Tokyo', baseCurrency: 'JPY' });
    const read = async (id: string) => (await sandbox.get(`/settings/setting.${id}`)).body;
    expect(await read('PLATFORM.TIMEZONE.ORGANIZATION.mirrored')).toEqual({
      id: 'TIMEZONE',
      value: 'Asia/Tokyo',
      entityType: 'ORGANIZATION',
      entityId: 'mirrored',
      namespace: 'PLATFORM',
      name: 'Time zone',
      dataType: 'STRING',
    });
    expect(await read('platform.BASE_CURRENCY.organization.mirrored')).toMatchObject({ value: 'JPY' });
    for (const id of ['USER.TIMEZONE.ORGANIZATION.mirrored', 'PLATFORM.TIMEZONE.ORGANIZATION.default'])
      expect(await read(id)).toEqual({ message: `setting setting.${id} not found` });
  });

  it('404 in another organization', async () => {
    const other = await service.createOrganization('other');
    const { status } = await other.production.get('/settings/setting.USER.success_threshold.ACCOUNT.G.234@x');
    expect(status).toBe(404);
  });
});
