import { beforeAll, describe, expect, it } from 'vitest';
import { useService } from '#test/running-app.ts';

const service = useService();

beforeAll(async () => {
  await service.production.must.post('/customers', {
    id: 'acme',
    name: 'Acme',
    primaryEmail: 'a@acme.example',
    address: {},
    account: {
      id: 'Acme.EU@1',
      name: 'Acme Europe',
      accountAliases: [
        { value: 'past', effectiveUntil: '2020-01-01T00:00:00Z' },
        { value: 'since', effectiveFrom: '2020-01-01T00:00:00Z' },
      ],
    },
  });
});

describe('GET /accounts/{account_id}', () => {
  it('200 by its own id and by the platform id', async () => {
    const { status, body } = await service.production.get('/accounts/Acme.EU@1');
    expect(status).toBe(200);
    expect(body).toMatchObject({ id: 'Acme.EU@1', customerId: 'acme', status: 'ACTIVE' });
    expect((await service.production.get(`/accounts/${body.platformAccountId}`)).body).toEqual(body);
  });

  it.each([
    //  instant                    aliases
    ['2019-12-31T23:59:59.999Z', ['past']],
    ['2020-01-01T00:00:00.000Z', ['since']],
    ['2020-01-01T00:00:00', ['since']],
  ])('200 with the aliases of %s', async (instant, aliases) => {
    const { body } = await service.production.get(`/accounts/Acme.EU@1?effectiveOn=${instant}`);
    expect(body.aliases.map(({ alias }: { alias: string }) => alias)).toEqual(aliases);
  });

  it('200 with its invoice group when requested, and without one when it is in none', async () => {
    const path = '/accounts/Acme.EU@1?includeGroupDetails=true';
    const alone = await service.production.get(path);
    expect([alone.status, Object.keys(alone.body)]).toEqual([
      200,
      expect.not.arrayContaining(['invoiceGroupDetails']),
    ]);
    const terms = { name: 'Holding', email: 'h@acme.example', dailyInvoiceConsolidation: true };
    const { id } = await service.production.must.post('/invoice_groups', {
      ...terms,
      netTermDays: 7,
      address: { city: 'Bonn' },
      accountIds: ['Acme.EU@1'],
    });
    const { invoiceGroupDetails, ...rest } = (await service.production.get(path)).body;
    expect(invoiceGroupDetails).toEqual({
      ...terms,
      id,
      netTermDays: 7,
      invoiceCurrency: 'USD',
      billingAddress: { city: 'Bonn' },
    });
    expect(rest).toEqual(alone.body);
    const before = (await service.production.get(`${path}&effectiveOn=2020-06-01T00:00:00Z`)).body;
    expect(before).not.toHaveProperty('invoiceGroupDetails');
  });

  it.each([
    ['/accounts/nobody', 404],
    ['/accounts/acme.eu@1', 404],
    ['/accounts/%00', 400],
    [`/accounts/${'x'.repeat(51)}`, 400],
    ['/accounts/Acme.EU@1?effectiveOn=today', 400],
    ['/accounts/Acme.EU@1?effectiveOn=0000-01-01', 400],
    ['/accounts/Acme.EU@1?effectiveOn=9999-12-31T23:59:59-12:00', 400],
    ['/accounts/Acme.EU@1?includeGroupDetails=perhaps', 400],
  ])('%s', async (path, expected) => {
    expect((await service.production.get(path)).status).toBe(expected);
  });

  it('404 in another organization and in the sandbox', async () => {
    const other = await service.createOrganization('other');
    const { body } = await other.production.get('/accounts/Acme.EU@1');
    expect(body.message).toBe('account Acme.EU@1 not found');
    expect((await service.sandbox.get('/accounts/Acme.EU@1')).status).toBe(404);
  });
});
