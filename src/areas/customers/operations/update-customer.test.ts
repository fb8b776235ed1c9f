import { beforeAll, describe, expect, it } from 'vitest';
import { mailAddressOf } from '#test/mail-address.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
const patch = (sent: unknown) => service.sandbox.patch('/customers/acme', sent);

beforeAll(async () => {
  await service.sandbox.setClock('2030-01-01T00:00:00Z');
  const address = { line1: 'Main Street 1', city: 'Berlin' };
  const customer = { id: 'acme', name: 'Acme', primaryEmail: 'a@b.c', address };
  await service.sandbox.must.post('/customers', customer);
});

describe('PATCH /customers/{customer_id}', () => {
  it('200, absent members stay, the address is replaced as a whole', async () => {
    await service.sandbox.setClock('2030-01-02T00:00:00Z');
    const { status, body } = await patch({ address: { city: 'Paris', country: 'fr' } });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      name: 'Acme',
      primaryEmail: 'a@b.c',
      billingAddress: 'Paris, FR',
      createdAt: '2030-01-01T00:00:00.000Z',
      updatedAt: '2030-01-02T00:00:00.000Z',
    });
    expect(body.address).toEqual({ city: 'Paris', country: 'FR' });
    const { address } = await service.sandbox.must.get('/accounts/acme');
    expect(address).toEqual({ line1: 'Main Street 1', city: 'Berlin' }); // its own since then
  });

  it('409 when somebody else has changed the customer since the expected version', async () => {
    const read = () => service.sandbox.must.get('/customers/acme?includeVersion=true');
    const { version: expectedVersion } = await read();
    expect((await service.sandbox.must.get('/customers/acme')).version).toBeUndefined();
    // The clock stands still: a time would not tell them apart.
    expect((await patch({ name: 'Mine', expectedVersion })).status).toBe(200);
    const late = await patch({ name: 'Late', expectedVersion });
    expect([late.status, late.headers['error-code']]).toEqual([409, 'CONCURRENT_CHANGE']);
    const { name, version } = await read();
    expect([name, version > expectedVersion]).toEqual(['Mine', true]);
  });

  it('200 by the platform id', async () => {
    const { platformCustomerId } = await service.sandbox.must.get('/customers/acme');
    const { body } = await service.sandbox.patch(`/customers/${platformCustomerId}`, { name: 'Renamed' });
    expect(body).toMatchObject({ id: 'acme', name: 'Renamed' });
  });

  it.each([
    [{}, 200],
    [{ name: 'n'.repeat(255) }, 200],
    [{ name: 'n'.repeat(256) }, 400],
    [{ name: 'ab' }, 400],
    [{ name: null }, 400],
    [{ primaryEmail: mailAddressOf(320) }, 200],
    [{ primaryEmail: mailAddressOf(321) }, 400],
    [{ primaryEmail: null }, 400],
    [{ address: null }, 400],
    [{ address: { country: 'XX' } }, 400],
    [{ id: 'other' }, 400],
    [{ status: 'ARCHIVED' }, 400],
    [[], 400],
  ])('%j', async (sent, expected) => {
    expect((await patch(sent)).status).toBe(expected);
  });

  it('404 for an unknown customer', async () => {
    expect((await service.sandbox.patch('/customers/nobody', { name: 'abc' })).status).toBe(404);
  });

  it('400 for an archived one', async () => {
    await service.sandbox.must.delete('/customers/acme');
    const { status, body } = await patch({ name: 'abc' });
    expect([status, body.message]).toEqual([400, 'customer acme is archived and cannot be changed']);
  });
});
