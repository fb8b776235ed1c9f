import { beforeAll, describe, expect, it } from 'vitest';
import { useService } from '#test/running-app.ts';

const service = useService();
const remove = (alias: string) => service.production.delete(`/aliases/${alias}`);

beforeAll(async () => {
  const account = {
    id: 'acme',
    name: 'Acme',
    aliases: ['bound', 'ended'],
    accountAliases: [{ value: 'later', effectiveFrom: '2999-01-01T00:00:00Z' }],
  };
  const customer = { id: 'acme', name: 'Acme', primaryEmail: 'a@b.c', address: {}, account };
  await service.production.must.post('/customers', customer);
  await service.production.must.post('/accounts/acme/remove_aliases', { aliases: ['ended'] });
});

describe('DELETE /aliases/{alias}', () => {
  it('200 for a reserved alias, whose name an account may have then', async () => {
    await service.production.must.post('/aliases', { aliases: [{ value: 'Reserved' }] });
    const { status, body } = await remove('RESERVED');
    expect([status, body]).toEqual([200, { success: true }]);
    expect((await remove('reserved')).status).toBe(404);
    const account = { id: 'reserved', name: 'Acme', customerId: 'acme' };
    expect((await service.production.post('/accounts', account)).status).toBe(201);
  });

  it('200 for one that ended; as an id of an account it would take late events', async () => {
    expect((await remove('ended')).status).toBe(200);
    const account = { id: 'ended', name: 'Acme', customerId: 'acme' };
    expect((await service.production.post('/accounts', account)).status).toBe(409);
    const added = await service.production.post('/accounts/acme/add_aliases', { aliases: ['ended'] });
    expect(added.status).toBe(200);
  });

  it.each(['bound', 'later'])('400 for one that is %s', async (alias) => {
    const { status, headers } = await remove(alias);
    expect([status, headers['error-code']]).toEqual([400, 'ALIAS_BOUND']);
  });

  it('404 for an unknown one', async () => {
    expect((await remove('unknown')).status).toBe(404);
  });
});
