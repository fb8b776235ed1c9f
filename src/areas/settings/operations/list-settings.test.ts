import { beforeAll, describe, expect, it } from 'vitest';
import { useService } from '#test/running-app.ts';

const service = useService();
const list = async (query: string) => {
  const { data } = await service.production.must.get(`/settings?${query}`);
  return data.map(
    ({ id, entityType, entityId }: Record<string, string>) => `${id} ${entityType} ${entityId}`,
  );
};

beforeAll(async () => {
  const { must } = service.production;
  for (const id of ['b', 'a'])
    await must.post('/customers', { id, name: 'Acme', primaryEmail: 'a@b.c', address: {} });
  const store = (id: string, namespace: string, owner: readonly [string, string]) =>
    must.post('/settings', {
      id,
      namespace,
      value: 'true',
      entityType: owner[0],
      entityId: owner[1],
      name: id,
      dataType: 'STRING',
    });
  await store('z', 'USER', ['ACCOUNT', 'a']);
  await store('k', 'USER', ['CUSTOMER', 'a']);
  await store('k', 'USER', ['ACCOUNT', 'b']);
  await store('k', 'INTEGRATION', ['ACCOUNT', 'b']);
  await store('INVOICE_AUTO_ADVANCE', 'PLATFORM', ['ORGANIZATION', 'default']);
});

describe('GET /settings', () => {
  const auto = 'INVOICE_AUTO_ADVANCE ORGANIZATION default';
  it.each([
    //  query                               settings, by id, then by the address
    ['', [auto, 'k ACCOUNT b', 'k ACCOUNT b', 'k CUSTOMER a', 'z ACCOUNT a']],
    ['setting_id=k', ['k ACCOUNT b', 'k ACCOUNT b', 'k CUSTOMER a']],
    ['namespace=USER', ['k ACCOUNT b', 'k CUSTOMER a', 'z ACCOUNT a']],
    ['namespace=PLATFORM,INTEGRATION', [auto, 'k ACCOUNT b']],
    ['entity_type=account', ['k ACCOUNT b', 'k ACCOUNT b', 'z ACCOUNT a']],
    ['entity_type=ACCOUNT', ['k ACCOUNT b', 'k ACCOUNT b', 'z ACCOUNT a']],
    ['entity_id=a', ['k CUSTOMER a', 'z ACCOUNT a']],
    ['entity_type=ACCOUNT&entity_id=b&namespace=USER&setting_id=k', ['k ACCOUNT b']],
    ['_sort=id:DESC', ['z ACCOUNT a', 'k ACCOUNT b', 'k ACCOUNT b', 'k CUSTOMER a', auto]],
  ])('200 for ?%s', async (query, expected) => {
    expect(await list(query)).toEqual(expected);
  });

  it('200 page by page, each setting once', async () => {
    const seen: string[] = [];
    let query = 'pageSize=1';
    for (let i = 0; i < 6 && query; i++) {
      const { data, nextToken } = await service.production.must.get(`/settings?${query}`);
      seen.push(...data.map(({ namespace, id }: Record<string, string>) => `${namespace} ${id}`));
      query = nextToken ? `nextToken=${nextToken}` : '';
    }
    expect(seen).toEqual(['PLATFORM INVOICE_AUTO_ADVANCE', 'INTEGRATION k', 'USER k', 'USER k', 'USER z']);
  });

  it.each(['entity_type=PLANET', 'namespace=users', '_search=k', '_sort=name', 'pageSize=-1'])(
    '400 for ?%s',
    async (query) => {
      expect((await service.production.get(`/settings?${query}`)).status).toBe(400);
    },
  );
});
