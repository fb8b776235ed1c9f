import { beforeAll, describe, expect, it } from 'vitest';
import { openAccount } from '#test/billing-scenario.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
beforeAll(async () => {
  await openAccount(service.sandbox, 'acme');
  await openAccount(service.sandbox, 'sketch', { status: 'DRAFT' });
  await openAccount(service.sandbox, 'gone');
  await service.sandbox.must.delete('/accounts/gone');
});

const put = (account: string, items: unknown) =>
  service.sandbox.put(`/accounts/${account}/miscellaneous_charges`, { items });

describe('PUT /accounts/{account_id}/miscellaneous_charges', () => {
  it('200 with the whole list, which replaces the one before', async () => {
    await put('acme', [{ name: 'a', value: '1' }]);
    const { status, body } = await put('acme', [{ name: 'b', rate: 0.1, quantity: 3 }]);
    const expected = { data: [{ name: 'b', value: '0.3', rate: 0.1, quantity: 3 }] };
    expect([status, body]).toEqual([200, expected]);
    expect(await service.sandbox.must.get('/ext/v1/accounts/acme/miscellaneous_charges')).toEqual(expected);
  });

  it('200 by the id of the platform', async () => {
    const { platformAccountId } = await service.sandbox.must.get('/accounts/acme');
    expect((await put(platformAccountId, [])).status).toBe(200);
  });

  it.each([
    ['sketch', 400, 'account is in DRAFT: only an active account has upcoming invoices'],
    ['gone', 400, 'account is archived: only an active account has upcoming invoices'],
    ['nobody', 404, 'account nobody not found'],
  ])('for %s: %i', async (account, status, message) => {
    const reply = await put(account, [{ name: 'a', value: '1' }]);
    expect([reply.status, reply.body]).toEqual([status, { message }]);
  });

  it('400 for a charge without a value', async () => {
    const { status, body } = await put('acme', [{ name: 'a' }]);
    expect([status, body.message]).toEqual([400, 'items[0]: must have either value, or rate and quantity']);
  });
});
