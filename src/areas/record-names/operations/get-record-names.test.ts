import { beforeAll, describe, expect, it } from 'vitest';
import { type Client, useService, client as withKey } from '#test/running-app.ts';

const service = useService();
let client: Client;
let key: { id: string; secret: string };

beforeAll(async () => {
  const made = await service.createOrganization('record-names');
  client = made.sandbox;
  for (const id of ['b', 'a']) {
    await client.must.post('/customers', { id, name: `Customer ${id}`, primaryEmail: 'a@b.c', address: {} });
    await client.must.post('/accounts', { id: `${id}-1`, customerId: id, name: `Account ${id}` });
  }
  await client.must.delete('/accounts/b-1');
  key = await client.must.post('/ext/v1/api_keys', { name: 'Billing job', scopes: ['accounts:read'] });
});

describe('POST /ext/v1/record_names', () => {
  it('200 with names in the order of ids, also of archived records, and without unknown ones', async () => {
    expect(
      await client.must.post('/ext/v1/record_names', {
        accountIds: ['b-1', 'nobody', 'a-1'],
        customerIds: ['a'],
        apiKeyIds: [key.id],
      }),
    ).toEqual({
      accounts: [
        { id: 'a-1', name: 'Account a' },
        { id: 'b-1', name: 'Account b' },
      ],
      customers: [{ id: 'a', name: 'Customer a' }],
      apiKeys: [{ id: key.id, name: 'Billing job' }],
    });
  });

  it('200 without the kinds that the caller may not read', async () => {
    const names = await withKey(service.app, '/sandbox', key.secret).must.post('/ext/v1/record_names', {
      ...{ accountIds: ['a-1'], customerIds: ['a'], apiKeyIds: [key.id] },
    });
    expect(names).toEqual({ accounts: [{ id: 'a-1', name: 'Account a' }], customers: [], apiKeys: [] });
  });

  it('200 with nothing of another organization', async () => {
    const { sandbox } = await service.createOrganization('record-names-other');
    const names = await sandbox.must.post('/ext/v1/record_names', {
      ...{ accountIds: ['a-1'], customerIds: ['a'], apiKeyIds: [key.id] },
    });
    expect(names).toEqual({ accounts: [], customers: [], apiKeys: [] });
  });

  it('400 for more ids of a kind than a request may have', async () => {
    const accountIds = Array.from({ length: 201 }, (_, i) => `a-${i}`);
    const { status, body } = await client.post('/ext/v1/record_names', { accountIds });
    expect([status, body.message]).toEqual([400, expect.stringContaining('accountIds')]);
  });
});
