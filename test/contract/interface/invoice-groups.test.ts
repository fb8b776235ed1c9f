import { beforeAll, describe, expect, it } from 'vitest';
import { openAccount } from '#test/billing-scenario.ts';
import { anInstant, expectRejected } from '#test/borders.ts';
import { type Client, type Reply, useService } from '#test/running-app.ts';

/** Invoice group, and GET /invoice_groups. */
const service = useService();
const ADDRESS = { line1: '1 Main Street', city: 'Springfield', country: 'US' };
let client: Client;
let groups: Reply['body'][];
beforeAll(async () => {
  client = service.sandbox;
  await client.setClock('2030-01-01T00:00:00Z');
  for (const id of ['a', 'b', 'c']) await openAccount(client, id);
  const group = { email: 'bills@acme.example', dailyInvoiceConsolidation: true, address: ADDRESS };
  await client.must.post('/invoice_groups', {
    ...{ ...group, name: 'Holding', accountIds: ['a', 'b'], gracePeriod: 3, netTermDays: 30 },
  });
  await client.setClock('2030-01-02T00:00:00Z');
  await client.must.post('/invoice_groups', {
    ...{ ...group, name: 'Bare', dailyInvoiceConsolidation: false, accountIds: ['c'] },
  });
  groups = (await client.must.get('/invoice_groups')).data;
});

describe('an invoice group', () => {
  it('has every member of the document', () => {
    expect(groups[1]).toEqual({
      id: expect.any(String),
      name: 'Holding',
      email: 'bills@acme.example',
      dailyInvoiceConsolidation: true,
      accountsCount: 2,
      gracePeriod: 3,
      netTermDays: 30,
      invoiceCurrency: 'USD',
      billingAddress: ADDRESS,
      createdAt: anInstant,
      updatedAt: anInstant,
    });
  });

  it('dailyInvoiceConsolidation is a boolean, the counts and terms are integers', () => {
    for (const { dailyInvoiceConsolidation, accountsCount, gracePeriod } of groups) {
      expect(typeof dailyInvoiceConsolidation).toBe('boolean');
      for (const count of [accountsCount, gracePeriod]) expect(Number.isInteger(count)).toBe(true);
    }
    expect(groups[0]).toMatchObject({ accountsCount: 1, gracePeriod: 0 });
    expect(groups[0]).not.toHaveProperty('netTermDays');
  });

  it('accountsCount follows its members', async () => {
    const [bare] = groups;
    const countAfter = async (change: string, accountIds: string[]) => {
      await client.must.post(`/invoice_groups/${bare.id}/${change}`, { accountIds });
      const { data } = await client.must.get(`/invoice_groups?id=${bare.id}`);
      return data[0].accountsCount;
    };
    await openAccount(client, 'd');
    expect(await countAfter('add_accounts', ['d'])).toBe(2);
    expect(await countAfter('remove_accounts', ['d'])).toBe(1);
  });
});

describe('GET /invoice_groups', () => {
  it('returns data and nextToken', async () => {
    const { data, nextToken, ...more } = await client.must.get('/invoice_groups');
    expect([data.length, nextToken, more]).toEqual([2, null, {}]);
    const first = await client.must.get('/invoice_groups?pageSize=1');
    const second = await client.must.get(`/invoice_groups?nextToken=${first.nextToken}`);
    expect([first.data[0].name, second.data[0].name, second.nextToken]).toEqual(['Bare', 'Holding', null]);
  });

  it('takes id and a search by name, and no other field', async () => {
    const names = async (query: string) =>
      (await client.must.get(`/invoice_groups?${query}`)).data.map(({ name }: { name: string }) => name);
    expect(await names(`id=${groups[1].id}`)).toEqual(['Holding']);
    expect(await names('_search=hold')).toEqual(['Holding']);
    expectRejected(
      await client.get('/invoice_groups?_search=email:a'),
      400,
      '_search: cannot search by email; use name',
    );
  });
});
