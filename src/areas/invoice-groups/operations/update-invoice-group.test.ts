import { beforeAll, describe, expect, it } from 'vitest';
import { openAccount } from '#test/billing-scenario.ts';
import { mailAddressOf } from '#test/mail-address.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
let id: string;
const update = (body: unknown) => service.sandbox.patch(`/ext/v1/invoice_groups/${id}`, body);

beforeAll(async () => {
  await service.sandbox.setClock('2030-01-01T00:00:00Z');
  await openAccount(service.sandbox, 'a');
  const group = { name: 'G', email: 'g@example.com', dailyInvoiceConsolidation: true, address: {} };
  id = (await service.sandbox.must.post('/invoice_groups', { ...group, accountIds: ['a'] })).id;
  await service.sandbox.setClock('2030-01-02T00:00:00Z');
});

describe('PATCH /ext/v1/invoice_groups/{invoice_group_id}', () => {
  it('200 and only what was sent is changed', async () => {
    const change = {
      name: 'Renamed',
      email: 'new@example.com',
      dailyInvoiceConsolidation: false,
      netTermDays: 14,
      gracePeriod: 4,
      address: { city: 'Oslo', country: 'no' },
    };
    const { status, body } = await update(change);
    const { address: _, ...plain } = change;
    expect([status, body]).toEqual([
      200,
      {
        ...plain,
        id,
        billingAddress: { city: 'Oslo', country: 'NO' },
        invoiceCurrency: 'USD',
        accountsCount: 1,
        createdAt: '2030-01-01T00:00:00.000Z',
        updatedAt: '2030-01-02T00:00:00.000Z',
      },
    ]);
    expect((await update({})).body).toEqual(body);
    const { accounts: _a, nextToken: _n, ...got } = await service.sandbox.must.get(`/invoice_groups/${id}`);
    expect(got).toEqual(body);
  });

  it('200 and null brings the defaults back', async () => {
    await update({ netTermDays: 1, gracePeriod: 1 });
    const { body } = await update({ netTermDays: null, gracePeriod: null });
    expect(body).not.toHaveProperty('netTermDays');
    expect(body.gracePeriod).toBe(0);
  });

  it.each([
    [{ netTermDays: 365 }, 200],
    [{ netTermDays: 366 }, 400],
    [{ netTermDays: -1 }, 400],
    [{ gracePeriod: 90 }, 200],
    [{ gracePeriod: 91 }, 400],
    [{ gracePeriod: -1 }, 400],
    [{ name: null }, 400],
    [{ name: '' }, 400],
    [{ name: 'n'.repeat(255) }, 200],
    [{ name: 'n'.repeat(256) }, 400],
    [{ email: mailAddressOf(320) }, 200],
    [{ email: mailAddressOf(321) }, 400],
    [{ address: { country: 'ZZ' } }, 400],
    [{ accountIds: ['a'] }, 400],
    [{ invoiceCurrency: 'EUR' }, 400],
  ])('with %j answers %i', async (body, status) => {
    expect((await update(body)).status).toBe(status);
  });

  it('404 for an id that nobody has', async () => {
    const { status, body } = await service.sandbox.patch('/ext/v1/invoice_groups/nobody', { name: 'x' });
    expect([status, body]).toEqual([404, { message: 'invoice group nobody not found' }]);
  });
});
