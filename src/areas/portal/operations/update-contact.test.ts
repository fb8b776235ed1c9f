import { beforeAll, describe, expect, it } from 'vitest';
import { addContact, enterPortal, forgetting } from '#test/portal.ts';
import { client, useService } from '#test/running-app.ts';

const service = useService();
const path = (username: string) => `/ext/v1/customers/acme/contacts/${username}`;
let made = 0;
const fresh = (terms: object = {}) =>
  addContact(service.sandbox, {
    ...{ customer: 'acme', email: `c${++made}@x.y`, access: { allAccounts: true } },
    ...terms,
  });
const enter = (email = `c${made}@x.y`) =>
  enterPortal(service, { caller: service.sandbox, organization: 'default', email });

beforeAll(async () => {
  await service.sandbox.setClock('2030-01-01T00:00:00Z');
  const address = { line1: '1 Main Street' };
  for (const id of ['acme', 'other'])
    await service.sandbox.must.post('/customers', {
      id,
      name: `Customer ${id}`,
      primaryEmail: 'c@x.y',
      address,
    });
  await service.sandbox.must.post('/accounts', { id: 'acme-eu', name: 'Acme Europe', customerId: 'acme' });
});

describe('PATCH /ext/v1/customers/{customer_id}/contacts/{username}', () => {
  it('200, absent members stay, null clears, access is replaced as a whole', async () => {
    const username = await fresh({ access: { accountIds: ['acme', 'acme-eu'], mode: 'WRITE' } });
    await service.sandbox.must.patch(path(username), { preferredUsername: 'ann', phone: '1' });
    await service.sandbox.setClock('2030-01-02T00:00:00Z');
    const { status, body } = await service.sandbox.patch(path(username), {
      ...{ phone: null, name: 'Ann' },
      access: { accountIds: ['acme-eu'] },
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      ...{ preferredUsername: 'ann', name: 'Ann', loginAccess: true },
      access: { allAccounts: false, accountIds: ['acme-eu'], mode: 'READ' },
      updatedAt: '2030-01-02T00:00:00.000Z',
    });
    expect(body).not.toHaveProperty('phone');
  });

  it('200 and another address is not verified', async () => {
    const username = await fresh();
    expect((await service.sandbox.must.patch(path(username), { verified: true })).verified).toBe(true);
    expect((await service.sandbox.must.patch(path(username), { name: 'Bob' })).verified).toBe(true);
    const moved = await service.sandbox.must.patch(path(username), { email: 'Moved@X.y' });
    expect([moved.email, moved.verified]).toEqual(['moved@x.y', false]);
    const { secret } = await service.sandbox.must.post('/ext/v1/api_keys', {
      name: 'x',
      scopes: ['customers:write'],
    });
    const small = client(service.app, '/sandbox', secret);
    expect((await small.must.patch(path(username), { verified: true })).verified).toBe(false);
  });

  it.each([
    [{}, 200],
    [{ name: 'n'.repeat(50) }, 200],
    [{ name: 'n'.repeat(51) }, 400],
    [{ name: null }, 400],
    [{ email: null }, 400],
    [{ email: 'nobody' }, 400],
    [{ password: 'too short' }, 400],
    [{ password: 'password123' }, 400],
    [{ preferredUsername: null }, 200],
    [{ preferredUsername: 'ab' }, 400],
    [{ phone: '1'.repeat(31) }, 400],
    [{ access: {} }, 200],
    [{ access: { accountIds: ['other'] } }, 404],
    [{ access: { allAccounts: true, accountIds: ['acme'] } }, 400],
    [{ username: 'mine' }, 400],
  ])('%j is answered %i', async (sent, status) => {
    expect((await service.sandbox.patch(path(await fresh()), sent)).status).toBe(status);
  });

  it('409 for the e-mail of another contact of the customer, and the contact is as it was', async () => {
    await fresh();
    const taken = `c${made}@x.y`;
    const username = await fresh();
    const { status, body } = await service.sandbox.patch(path(username), {
      ...{ email: taken.toUpperCase(), name: 'Changed' },
      access: {},
    });
    expect([status, body.message]).toEqual([409, `email: the customer already has a contact with ${taken}`]);
    const { name, access } = await service.sandbox.must.get(path(username));
    expect([name, access.allAccounts]).toEqual(['Somebody', true]);
  });

  it.each<[string, object, number, string]>([
    // what is taken back                                    the account then
    ['the grant', { access: { accountIds: ['acme-eu'] } }, 403, 'of this account'],
    ['every grant', { access: {} }, 401, 'of all accounts'],
    ['the login', { loginAccess: false }, 401, ''],
    ['the password that it had', { password: 'blue parrot 42' }, 401, ''],
  ])('200 and within a second tokens end with %s', async (_, change, status) => {
    const username = await fresh();
    const portal = await enter();
    expect((await portal.get('/accounts/acme')).status).toBe(200);
    await service.sandbox.must.patch(path(username), change);
    await forgetting();
    expect((await portal.get('/accounts/acme')).status).toBe(status);
  });

  it('200 and a grant that comes back counts again, a login needs a new token', async () => {
    const username = await fresh();
    const portal = await enter();
    const change = (sent: object) => service.sandbox.must.patch(path(username), sent);
    await change({ access: {} });
    await change({ access: { allAccounts: true } });
    await forgetting();
    expect((await portal.get('/accounts/acme')).status).toBe(200);
    await change({ loginAccess: false });
    await change({ loginAccess: true });
    await forgetting();
    expect((await portal.get('/accounts/acme')).status).toBe(401);
    expect((await (await enter()).get('/accounts/acme')).status).toBe(200);
  });

  it('200 and a token that could write can only read', async () => {
    const username = await fresh({ access: { allAccounts: true, mode: 'WRITE' } });
    const portal = await enter();
    const write = () => portal.patch('/accounts/acme', { primaryEmail: 'p@x.y' });
    expect((await write()).status).toBe(200);
    await service.sandbox.must.patch(path(username), { access: { allAccounts: true } });
    await forgetting();
    expect((await write()).status).toBe(403);
    expect((await portal.get('/accounts/acme')).status).toBe(200);
  });

  it('404 for an unknown contact and for one of another customer', async () => {
    const username = await fresh();
    for (const address of [path('nobody'), `/ext/v1/customers/other/contacts/${username}`])
      expect((await service.sandbox.patch(address, { name: 'x' })).status).toBe(404);
  });
});
