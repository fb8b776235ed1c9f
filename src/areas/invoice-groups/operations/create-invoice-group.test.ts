import { beforeAll, describe, expect, it } from 'vitest';
import { openAccount } from '#test/billing-scenario.ts';
import { mailAddressOf } from '#test/mail-address.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
const address = { line1: '1 Main Street', city: 'Springfield', country: 'us' };
const terms = { name: 'Holding', email: 'bills@example.com', dailyInvoiceConsolidation: true, address };
const create = (members: object) => service.sandbox.post('/invoice_groups', { ...terms, ...members });
const NOW = '2030-01-01T00:00:00Z';

beforeAll(async () => {
  const { sandbox } = service;
  await sandbox.setClock(NOW);
  await sandbox.must.post('/ext/v1/organization/currencies', { currency: 'EUR', rate: 1.1 });
  for (const id of ['a', 'b', 'c', 'd']) await openAccount(sandbox, id);
  await openAccount(sandbox, 'euro', { invoiceCurrency: 'EUR' });
  await openAccount(sandbox, 'euro-2', { invoiceCurrency: 'EUR' });
  await openAccount(sandbox, 'draft', { status: 'DRAFT' });
  await openAccount(sandbox, 'gone');
  await sandbox.must.delete('/accounts/gone');
});

let free = 0;
/** An account that is in no group yet. */
async function freeAccount(): Promise<string> {
  free += 1;
  await openAccount(service.sandbox, `free-${free}`);
  return `free-${free}`;
}

describe('POST /invoice_groups', () => {
  it('200 and the group, in the currency of its accounts', async () => {
    const { status, body } = await create({ accountIds: ['b', 'a', 'b'], netTermDays: 30, gracePeriod: 3 });
    expect(status).toBe(200);
    expect(body).toEqual({
      id: expect.stringMatching(/^inv_group\.\w{8}\.\w{7}$/),
      name: 'Holding',
      email: 'bills@example.com',
      dailyInvoiceConsolidation: true,
      netTermDays: 30,
      gracePeriod: 3,
      invoiceCurrency: 'USD',
      billingAddress: { line1: '1 Main Street', city: 'Springfield', country: 'US' },
      accountsCount: 2,
      createdAt: '2030-01-01T00:00:00.000Z',
      updatedAt: '2030-01-01T00:00:00.000Z',
    });
    const { accounts } = await service.sandbox.must.get(`/invoice_groups/${body.id}`);
    expect(accounts).toEqual(['a', 'b']);
  });

  it('200 by platform ids, without net terms, and with the grace of plans that nobody has', async () => {
    const { platformAccountId } = await service.sandbox.must.get('/accounts/euro');
    const { body } = await create({ accountIds: [platformAccountId], dailyInvoiceConsolidation: false });
    expect(body).toMatchObject({ invoiceCurrency: 'EUR', accountsCount: 1, gracePeriod: 0 });
    expect(body).toMatchObject({ dailyInvoiceConsolidation: false });
    expect(body).not.toHaveProperty('netTermDays');
    expect((await service.sandbox.must.get(`/invoice_groups/${body.id}`)).accounts).toEqual(['euro']);
  });

  it.each([
    //  accounts          status  code                       message
    [['c', 'nobody'], 404, 'ACCOUNT_NOT_FOUND', 'account nobody not found'],
    [['c', 'draft'], 400, 'ACCOUNT_IN_DRAFT', 'account draft is in DRAFT; set its status to ACTIVE first'],
    [['c', 'gone'], 400, 'ACCOUNT_ARCHIVED', 'account gone is archived and cannot be changed'],
    [['c', 'a'], 400, 'ACCOUNT_IN_OTHER_GROUP', /^accountIds: account a is in invoice group inv_group\.\S+;/],
    [
      ['c', 'euro-2'],
      400,
      'GROUP_CURRENCY_DIFFERS',
      /account euro-2 is invoiced in EUR but the group in USD/,
    ],
  ])('refuses accounts %j with %i', async (accountIds, status, code, message) => {
    const before = (await service.sandbox.must.get('/invoice_groups')).data.length;
    const reply = await create({ accountIds });
    expect([reply.status, reply.headers['error-code']]).toEqual([status, code]);
    if (typeof message === 'string') expect(reply.body).toEqual({ message });
    else expect(reply.body.message).toMatch(message);
    expect((await service.sandbox.must.get('/invoice_groups')).data).toHaveLength(before);
    expect(await service.sandbox.must.get('/accounts/c?includeGroupDetails=true')).not.toHaveProperty(
      'invoiceGroupDetails',
    );
  });

  it.each([
    //  members                                               status
    [{ name: 'n'.repeat(255) }, 200],
    [{ name: 'n'.repeat(256) }, 400],
    [{ name: ' ' }, 400],
    [{ name: undefined }, 400],
    [{ email: mailAddressOf(320) }, 200],
    [{ email: mailAddressOf(321) }, 400],
    [{ email: undefined }, 400],
    [{ dailyInvoiceConsolidation: undefined }, 400],
    [{ dailyInvoiceConsolidation: 'true' }, 400],
    [{ address: undefined }, 400],
    [{ address: {} }, 200],
    [{ address: { country: 'XX' } }, 400],
    [{ netTermDays: 0 }, 200],
    [{ netTermDays: 365 }, 200],
    [{ netTermDays: 366 }, 400],
    [{ netTermDays: -1 }, 400],
    [{ netTermDays: 1.5 }, 400],
    [{ netTermDays: null }, 400],
    [{ gracePeriod: 0 }, 200],
    [{ gracePeriod: 90 }, 200],
    [{ gracePeriod: 91 }, 400],
    [{ gracePeriod: -1 }, 400],
    [{ accountIds: undefined }, 400],
    [{ accountIds: [] }, 400],
    [{ accountIds: Array.from({ length: 101 }, (_, i) => `x-${i}`) }, 400],
    [{ accountIds: Array.from({ length: 100 }, (_, i) => `x-${i}`) }, 404],
    [{ accountIds: [''] }, 400],
    [{ accountIds: ['a\u0000'] }, 400],
    [{ accountIds: ['x'.repeat(51)] }, 400],
    [{ accountIds: 'a' }, 400],
    [{ billingAddress: {} }, 400],
  ])('with %j answers %i', async (members, status) => {
    const isAccepted = status === 200;
    const reply = await create({ accountIds: isAccepted ? [await freeAccount()] : ['d'], ...members });
    expect([reply.status, reply.text]).toEqual([status, expect.anything()]);
  });

  it('400 for all but one of those who take an account at the same time', async () => {
    const replies = await Promise.all(Array.from({ length: 6 }, () => create({ accountIds: ['d', 'c'] })));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400, 400]);
  });
});
