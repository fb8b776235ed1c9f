import { describe, expect, it } from 'vitest';
import { makeSellerEntity } from '#test/examples/seller-entities.ts';
import { useService } from '#test/running-app.ts';

const service = useService();

describe('GET /ext/v1/organization/seller_entities', () => {
  it('200 and all of them in pages, the newest first; found by a part of the name', async () => {
    const { sandbox } = service;
    const ids: string[] = [];
    for (const name of ['North Ltd', 'South Ltd', 'West Inc.'])
      ids.push(await makeSellerEntity(sandbox, { name }));
    const path = '/ext/v1/organization/seller_entities';
    const first = await sandbox.must.get(`${path}?pageSize=2`);
    const second = await sandbox.must.get(`${path}?pageSize=2&nextToken=${first.nextToken}`);
    const listed = [...first.data, ...second.data].map(({ id }: { id: string }) => id);
    expect([...listed].sort()).toEqual([...ids].sort());
    const { data } = await sandbox.must.get(`${path}?_search=name:ltd`);
    expect(data.map(({ name }: { name: string }) => name).sort()).toEqual(['North Ltd', 'South Ltd']);
  });
});
