import { beforeAll, describe, expect, it } from 'vitest';
import { insertInvoice, insertSchedule } from '#test/billing-rows.ts';
import { mailAddressOf } from '#test/mail-address.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
const open = async (id: string, members: object = {}) => {
  await service.production.must.post('/accounts', { id, name: 'Acme', customerId: 'acme', ...members });
  return (sent: object) => service.production.patch(`/accounts/${id}`, sent);
};
let count = 0;
const history = { startAt: '2030-01-01T00:00:00Z', endAt: '2030-02-01T00:00:00Z' };

beforeAll(async () => {
  const address = { line1: 'Main Street 1' };
  const customer = { id: 'acme', name: 'Acme', primaryEmail: 'a@acme.example', address };
  await service.production.must.post('/customers', customer);
  await service.production.must.post('/ext/v1/organization/currencies', { currency: 'EUR', rate: 1 });
});

describe('PATCH /accounts/{account_id}', () => {
  it('200, absent members stay as they are', async () => {
    const before = { metadata: { a: '1' }, tags: ['x'], netTermDays: 5, primaryEmail: 'x@y.z' };
    const patch = await open('part', before);
    const { status, body } = await patch({ name: 'Renamed' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ id: 'part', name: 'Renamed', ...before });
    expect((await patch({})).body).toEqual(body);
  });

  it('200, null clears what is optional', async () => {
    const patch = await open('clear', {
      tags: ['x'],
      netTermDays: 5,
      primaryEmail: 'x@y.z',
      address: { city: 'Rome' },
      billingInformation: { emailRecipients: [] },
    });
    const cleared = { tags: null, netTermDays: null, primaryEmail: null, billingInformation: null };
    const { status, body } = await patch({ ...cleared, address: null });
    expect(status).toBe(200);
    for (const name of Object.keys(cleared)) expect(body).not.toHaveProperty(name);
    expect(body.address).toEqual({ line1: 'Main Street 1' });
  });

  it('200, metadata is replaced as a whole, null keeps it, an empty object clears it', async () => {
    const patch = await open('metadata', { metadata: { a: '1', b: '2' } });
    expect((await patch({ metadata: { c: '3' } })).body.metadata).toEqual({ c: '3' });
    expect((await patch({ metadata: null })).body.metadata).toEqual({ c: '3' });
    expect((await patch({ metadata: {} })).body.metadata).toEqual({});
  });

  it('409 when somebody else has changed the account since the expected version', async () => {
    const patch = await open('versioned');
    const read = () => service.production.must.get('/accounts/versioned?includeVersion=true');
    const { version } = await read();
    expect((await service.production.must.get('/accounts/versioned')).version).toBeUndefined();
    expect((await patch({ name: 'Mine', expectedVersion: version })).status).toBe(200);
    const late = await patch({ name: 'Late', expectedVersion: version });
    expect([late.status, late.headers['error-code']]).toEqual([409, 'CONCURRENT_CHANGE']);
    const { name, version: newest } = await read();
    expect(name).toBe('Mine');
    expect((await patch({ name: 'Now', expectedVersion: newest })).status).toBe(200);
  });

  it('200 by the platform id', async () => {
    await open('by-platform');
    const { platformAccountId } = await service.production.must.get('/accounts/by-platform');
    const { body } = await service.production.patch(`/accounts/${platformAccountId}`, { name: 'Found' });
    expect(body).toMatchObject({ id: 'by-platform', name: 'Found' });
  });

  it.each([
    //  sent                             status
    [{ name: 'abc' }, 200],
    [{ name: 'ab' }, 400],
    [{ name: null }, 400],
    [{ status: null }, 400],
    [{ status: 'ARCHIVED' }, 400],
    [{ invoiceCurrency: null }, 400],
    [{ invoiceCurrency: 'JPY' }, 400],
    [{ invoiceCurrency: 'EUR' }, 200],
    [{ netTermDays: 365 }, 200],
    [{ netTermDays: 366 }, 400],
    [{ primaryEmail: '' }, 200],
    [{ primaryEmail: mailAddressOf(321) }, 400],
    [{ tags: ['A', 'a'] }, 200],
    [{ tags: ['!'] }, 400],
    [{ address: { country: 'XX' } }, 400],
    [{ id: 'other' }, 400],
    [{ customerId: 'acme' }, 400],
    [{ aliases: [] }, 400],
  ])('%j', async (sent, expected) => {
    const patch = await open(`limits-${count++}`);
    expect((await patch(sent)).status).toBe(expected);
  });

  it('404 for an unknown account', async () => {
    expect((await service.production.patch('/accounts/nobody', { name: 'abc' })).status).toBe(404);
  });

  it('400 when the account is archived', async () => {
    const patch = await open('archived');
    await service.production.must.delete('/accounts/archived');
    const { status, body } = await patch({ name: 'abc' });
    expect([status, body.message]).toEqual([400, 'account archived is archived and cannot be changed']);
  });

  it('200 from DRAFT to ACTIVE and back while nothing was planned or invoiced', async () => {
    const patch = await open('status', { status: 'DRAFT' });
    expect((await patch({ status: 'ACTIVE' })).body.status).toBe('ACTIVE');
    expect((await patch({ status: 'DRAFT' })).body.status).toBe('DRAFT');
  });

  it.each([
    ['schedule', (accountId: string) => insertSchedule(service, { accountId, ...history })],
    [
      'finalized invoice',
      (accountId: string) =>
        insertInvoice(service, { id: accountId, accountId, status: 'PAID', isFinalized: true, ...history }),
    ],
    [
      'voided credit',
      async (accountId: string) => {
        const credit = { purpose: 'p', effectiveFrom: '2020-01-01', creditAmount: 1, priority: 1 };
        const creditRequests = [{ ...credit, accountId }];
        const [{ id }] = await service.production.must.post('/credits', { creditRequests });
        await service.production.must.post(`/credits/${id}/void`);
      },
    ],
  ])('400 when a %s forbids another currency and DRAFT', async (what, add) => {
    const id = `has-${what.split(' ').at(-1)}`;
    const patch = await open(id);
    await add(id);
    const currency = await patch({ invoiceCurrency: 'EUR' });
    expect([currency.status, currency.headers['error-code']]).toEqual([400, 'INVOICE_CURRENCY_FIXED']);
    const draft = await patch({ status: 'DRAFT' });
    expect([draft.status, draft.headers['error-code']]).toEqual([400, 'ACCOUNT_IN_USE']);
    expect((await patch({ invoiceCurrency: 'USD', status: 'ACTIVE' })).status).toBe(200);
  });
});
