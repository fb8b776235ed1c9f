import { beforeAll, describe, expect, it } from 'vitest';
import { useService } from '#test/running-app.ts';

const service = useService();
const path = (id: string, account = 'acme') => `/settings/setting.USER.${id}.ACCOUNT.${account}`;
const store = (id: string, account = 'acme') =>
  service.production.must.post('/settings', {
    id,
    value: '1',
    entityType: 'ACCOUNT',
    entityId: account,
    namespace: 'USER',
    name: 'One',
    dataType: 'NUMERIC',
  });

beforeAll(async () => {
  const customer = { id: 'acme', name: 'Acme', primaryEmail: 'a@b.c', address: {} };
  await service.production.must.post('/customers', customer);
});

describe('PATCH /settings/{setting_id_str}', () => {
  it.each([
    //  sent                                        changed
    [{}, {}],
    [{ name: 'Two' }, { name: 'Two' }],
    [{ value: '2' }, { value: '2' }],
    [
      { dataType: 'STRING', value: 'two' },
      { dataType: 'STRING', value: 'two' },
    ],
    [{ dataType: 'JSON' }, { dataType: 'JSON' }],
  ])('201 for %j', async (sent, changed) => {
    const before = await store('changed');
    const { status, body } = await service.production.patch(path('changed'), sent);
    expect([status, body]).toEqual([201, { ...before, ...changed }]);
    expect(await service.production.must.get(path('changed'))).toEqual(body);
  });

  it.each([
    { value: 'two' }, // not a number, as the stored data type says
    { dataType: 'JSON_LOGIC', value: '{"unknown":[]}' },
    { name: null },
    { id: 'other' },
    { namespace: 'PLATFORM' },
  ])('400 for %j, and nothing changed', async (sent) => {
    const before = await store('kept');
    expect((await service.production.patch(path('kept'), sent)).status).toBe(400);
    expect(await service.production.must.get(path('kept'))).toEqual(before);
  });

  it('404 for an unknown setting', async () => {
    for (const unknown of [path('unknown'), '/settings/anything']) {
      const { status, headers } = await service.production.patch(unknown, { value: '1' });
      expect([status, headers['error-code']]).toEqual([404, 'SETTING_NOT_FOUND']);
    }
  });

  it('400 once the thing is archived, while it can still be read', async () => {
    await service.production.must.post('/accounts', { id: 'gone', name: 'Gone', customerId: 'acme' });
    await store('late', 'gone');
    await service.production.must.delete('/accounts/gone');
    const { status, headers } = await service.production.patch(path('late', 'gone'), { value: '2' });
    expect([status, headers['error-code']]).toEqual([400, 'SETTING_ENTITY_ARCHIVED']);
    expect((await service.production.must.get(path('late', 'gone'))).value).toBe('1');
  });
});
