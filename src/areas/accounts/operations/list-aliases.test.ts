import { beforeAll, describe, expect, it } from 'vitest';
import { useService } from '#test/running-app.ts';

const service = useService();
const values = async (query = '') => {
  const { data } = await service.production.must.get(`/aliases${query}`);
  return data.map(({ value }: { value: string }) => value);
};

beforeAll(async () => {
  const { must } = service.production;
  const account = { id: 'acme', name: 'Acme', aliases: ['bound', 'ended'] };
  await must.post('/customers', { id: 'acme', name: 'Acme', primaryEmail: 'a@b.c', address: {}, account });
  await must.post('/accounts/acme/remove_aliases', { aliases: ['ended'] });
  await must.post('/aliases', { aliases: [{ value: 'Reserved' }, { value: 'a' }] });
});

describe('GET /aliases', () => {
  it('200 with reserved aliases, those of accounts and former ones, but no account ids', async () => {
    expect(await values()).toEqual(['a', 'bound', 'ended', 'reserved']);
    expect(await values('?_sort=value:DESC')).toEqual(['reserved', 'ended', 'bound', 'a']);
    expect(await values('?_search=ed')).toEqual(['ended', 'reserved']);
  });

  it('200 page by page', async () => {
    const first = await service.production.must.get('/aliases?pageSize=3');
    expect(first.data).toHaveLength(3);
    expect(await values(`?nextToken=${first.nextToken}`)).toEqual(['reserved']);
  });

  it('200 and nothing of another organization', async () => {
    const other = await service.createOrganization('other');
    expect(await other.production.must.get('/aliases')).toEqual({ data: [], nextToken: null });
  });

  it('400 for a page size out of range', async () => {
    expect((await service.production.get('/aliases?pageSize=101')).status).toBe(400);
  });
});
