import { beforeAll, describe, expect, it } from 'vitest';
import { openAccount } from '#test/billing-scenario.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
let id: string;

beforeAll(async () => {
  for (const account of ['b', 'a', 'C', 'd']) await openAccount(service.sandbox, account);
  const group = { name: 'G', email: 'g@example.com', dailyInvoiceConsolidation: true, address: {} };
  const accountIds = ['b', 'a', 'C', 'd'];
  id = (await service.sandbox.must.post('/invoice_groups', { ...group, accountIds })).id;
});

describe('GET /invoice_groups/{invoice_group_id}', () => {
  it('200 with all accounts by code point, and no further page', async () => {
    const body = await service.sandbox.must.get(`/invoice_groups/${id}`);
    expect(body).toMatchObject({ id, accountsCount: 4, accounts: ['C', 'a', 'b', 'd'], nextToken: null });
  });

  it('200 page by page', async () => {
    const first = await service.sandbox.must.get(`/invoice_groups/${id}?pageSize=3`);
    expect(first).toMatchObject({ name: 'G', accounts: ['C', 'a', 'b'] });
    const second = await service.sandbox.must.get(`/invoice_groups/${id}?nextToken=${first.nextToken}`);
    expect(second).toMatchObject({ name: 'G', accounts: ['d'], nextToken: null });
  });

  it.each([
    ['pageSize=100', 200],
    ['pageSize=101', 400],
    ['_search=a', 400],
  ])('?%s answers %i', async (query, status) => {
    expect((await service.sandbox.get(`/invoice_groups/${id}?${query}`)).status).toBe(status);
  });

  it('404 for an id that nobody has, also the longest one, and 400 beyond', async () => {
    const { status, body, headers } = await service.sandbox.get('/invoice_groups/nobody');
    expect([status, headers['error-code']]).toEqual([404, 'INVOICE_GROUP_NOT_FOUND']);
    expect(body).toEqual({ message: 'invoice group nobody not found' });
    expect((await service.sandbox.get(`/invoice_groups/${'x'.repeat(512)}`)).status).toBe(404);
    expect((await service.sandbox.get(`/invoice_groups/${'x'.repeat(513)}`)).status).toBe(400);
    expect((await service.production.get(`/invoice_groups/${id}`)).status).toBe(404);
  });
});
