import { beforeAll, describe, expect, it } from 'vitest';
import { draftOf } from '#test/approval-scenario.ts';
import { addPerson } from '#test/people.ts';
import { type Client, useService, client as withKey } from '#test/running-app.ts';

const service = useService();
let client: Client;
let key: { id: string; secret: string };

beforeAll(async () => {
  const made = await service.createOrganization('record-names');
  client = made.sandbox;
  await client.setClock('2030-03-01T00:00:00Z');
  for (const id of ['b', 'a']) {
    await client.must.post('/customers', { id, name: `Customer ${id}`, primaryEmail: 'a@b.c', address: {} });
    await client.must.post('/accounts', { id: `${id}-1`, customerId: id, name: `Account ${id}` });
  }
  await client.must.delete('/accounts/b-1');
  key = await client.must.post('/ext/v1/api_keys', { name: 'Billing job', scopes: ['accounts:read'] });
});

const makeInvoice = (status: 'DRAFT' | 'DUE') => client.must.post('/invoices', { ...draftOf('a-1'), status });

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
      ...{ invoices: [], users: [] },
    });
  });

  it('200 with numbers of issued invoices, and names of members, also those of production', async () => {
    const organization = 'record-names';
    const person = await addPerson(service, { organization, name: 'Ann Example' });
    const stranger = await addPerson(service);
    const [draft, issued] = [await makeInvoice('DRAFT'), await makeInvoice('DUE')];
    const { invoices, users } = await client.must.post('/ext/v1/record_names', {
      invoiceIds: [draft.id, issued.id],
      userIds: [person.id, stranger.id],
    });
    expect(invoices).toEqual([{ id: issued.id, name: issued.sequenceId }]);
    expect(users).toEqual([{ id: person.id, name: 'Ann Example' }]);
  });

  it('200 without the kinds that the caller may not read', async () => {
    const person = await addPerson(service, { organization: 'record-names' });
    const names = await withKey(service.app, '/sandbox', key.secret).must.post('/ext/v1/record_names', {
      ...{ accountIds: ['a-1'], customerIds: ['a'], apiKeyIds: [key.id] },
      ...{ invoiceIds: [(await makeInvoice('DUE')).id], userIds: [person.id] },
    });
    expect(names).toEqual({
      ...{ accounts: [{ id: 'a-1', name: 'Account a' }], customers: [], apiKeys: [] },
      ...{ invoices: [], users: [] },
    });
  });

  it('200 with nothing of another organization', async () => {
    const { sandbox } = await service.createOrganization('record-names-other');
    const names = await sandbox.must.post('/ext/v1/record_names', {
      ...{ accountIds: ['a-1'], customerIds: ['a'], apiKeyIds: [key.id] },
    });
    expect(names).toEqual({ accounts: [], customers: [], apiKeys: [], invoices: [], users: [] });
  });

  it('400 for more ids of a kind than a request may have', async () => {
    const accountIds = Array.from({ length: 201 }, (_, i) => `a-${i}`);
    const { status, body } = await client.post('/ext/v1/record_names', { accountIds });
    expect([status, body.message]).toEqual([400, expect.stringContaining('accountIds')]);
  });
});
