import { describe, expect, it } from 'vitest';
import { openAccount } from '#test/billing-scenario.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
const update = (body: unknown) => service.production.patch('/ext/v1/organization', body);

describe('PATCH /ext/v1/organization', () => {
  it('200 and only what was sent is changed', async () => {
    const address = { line1: '1 Tower Road', city: 'London', country: 'GB' };
    const sent = {
      timezone: 'Asia/Kathmandu',
      primaryEmail: 'a@example.com',
      address,
      metadata: { vat: '7' },
    };
    const { status, body } = await update(sent);
    expect([status, body]).toEqual([200, expect.objectContaining({ ...sent, name: 'default' })]);
    expect((await update({ name: 'Northwind' })).body).toMatchObject({ ...sent, name: 'Northwind' });
    expect(await service.production.must.get('/ext/v1/organization')).toMatchObject({
      ...sent,
      name: 'Northwind',
    });
  });

  it.each([
    [{ timezone: 'Mars/Olympus' }, 'timezone: Mars/Olympus is not an IANA time zone such as Europe/Berlin'],
    [{ timezone: '+02:00' }, 'timezone: +02:00 is not an IANA time zone such as Europe/Berlin'],
    [{ baseCurrency: 'XYZ' }, 'currency: XYZ is not an ISO 4217 currency'],
    [{ baseCurrency: 'usd' }, 'baseCurrency: must be an ISO 4217 code such as EUR'],
    [{ status: 'CLOSED' }, 'unknown field status'],
    [{ roundingMode: 'DOWN' }, 'unknown field roundingMode'],
    [{ name: null }, 'name: must be a string'],
    [{ address: { street: 'x' } }, 'unknown field address.street'],
    [{ metadata: { a: 7 } }, 'metadata.a: must be a string'],
  ])('400 for %j', async (body, message) => {
    const reply = await update(body);
    expect([reply.status, reply.body.message]).toEqual([400, message]);
  });

  it('400 for another base currency once an account exists or a rate refers to it', async () => {
    const { sandbox } = service;
    expect((await sandbox.patch('/ext/v1/organization', { baseCurrency: 'EUR' })).body.baseCurrency).toBe(
      'EUR',
    );
    await openAccount(sandbox, 'acme');
    const { status, headers } = await sandbox.patch('/ext/v1/organization', { baseCurrency: 'SEK' });
    expect([status, headers['error-code']]).toEqual([400, 'BASE_CURRENCY_IN_USE']);
    expect((await sandbox.patch('/ext/v1/organization', { baseCurrency: 'EUR' })).status).toBe(200);
    const other = (await service.createOrganization('rates')).sandbox;
    await other.must.post('/ext/v1/organization/currencies', { currency: 'EUR', rate: 1.1 });
    expect((await other.patch('/ext/v1/organization', { baseCurrency: 'SEK' })).status).toBe(400);
  });
});
