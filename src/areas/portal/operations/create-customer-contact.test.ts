import { beforeAll, describe, expect, it } from 'vitest';
import { isPassword } from '#platform/logins/passwords.ts';
import { asSandbox } from '#test/metering-scenario.ts';
import { addContact } from '#test/portal.ts';
import { client, useService } from '#test/running-app.ts';

const service = useService();
const address = { line1: '1 Main Street', country: 'US' };
const openCustomer = (id: string) =>
  service.sandbox.must.post('/customers', {
    id,
    name: `Customer ${id}`,
    primaryEmail: 'c@example.com',
    address,
  });
const post = (sent: unknown, customer = 'acme') =>
  service.sandbox.post(`/customers/${customer}/contacts`, sent);
let made = 0;
const email = () => `contact-${++made}@example.com`;
const contact = (members: object) => ({ name: 'Ann', email: email(), ...members });

beforeAll(async () => {
  await service.sandbox.setClock('2030-01-01T00:00:00Z');
  for (const id of ['acme', 'other', 'closed']) await openCustomer(id);
  await service.sandbox.must.post('/accounts', { id: 'acme-eu', name: 'Acme Europe', customerId: 'acme' });
  await service.sandbox.must.delete('/customers/closed');
});

describe('POST /customers/{customer_id}/contacts', () => {
  it('201 with the members of the public response and no others', async () => {
    const sent = { name: 'Ann', email: 'ann@example.com', preferredUsername: 'ann1', phone: '+1 555' };
    const { status, body } = await post({ ...sent, password: 'blue parrot 42', loginAccess: true });
    expect(status).toBe(201);
    expect(body).toEqual({
      ...sent,
      username: expect.stringMatching(/^[0-9a-f-]{36}$/),
      loginAccess: true,
      verified: false,
      createdBy: expect.stringMatching(/^key\./),
      createdAt: '2030-01-01T00:00:00.000Z',
    });
  });

  it('201 with the smallest body: no login and no access', async () => {
    const { body } = await post({ name: 'A', email: 'a@b.c' });
    expect(body).toMatchObject({ name: 'A', email: 'a@b.c', loginAccess: false, verified: false });
    const path = `/ext/v1/customers/acme/contacts/${body.username}`;
    expect((await service.sandbox.must.get(path)).access).toEqual({
      allAccounts: false,
      accountIds: [],
      mode: 'READ',
    });
  });

  it('201 and the access that was sent, by the chosen ids', async () => {
    const { platformAccountId } = await service.sandbox.must.get('/accounts/acme-eu');
    const { body } = await post(
      contact({ access: { accountIds: [platformAccountId, 'acme', 'acme'], mode: 'WRITE' } }),
    );
    expect(body.access).toEqual({ allAccounts: false, accountIds: ['acme', 'acme-eu'], mode: 'WRITE' });
    expect((await post(contact({ access: { allAccounts: true, accountIds: [] } }))).body.access).toEqual({
      allAccounts: true,
      accountIds: [],
      mode: 'READ',
    });
  });

  it.each([
    // limits of the wire, at the border                       status
    [{ name: 'n' }, 201],
    [{ name: 'n'.repeat(50) }, 201],
    [{ name: 'n'.repeat(51) }, 400],
    [{ name: '' }, 400],
    [{ name: ' ' }, 400],
    [{ name: undefined }, 400],
    [{ email: undefined }, 400],
    [{ email: 'no-at.example.com' }, 400],
    [{ email: 'no@dot' }, 400],
    [{ email: 'two words@example.com' }, 400],
    [{ email: '@.x' }, 400],
    [{ email: `${'e'.repeat(316)}@x.y` }, 201],
    [{ email: `${'e'.repeat(317)}@x.y` }, 400],
    [{ preferredUsername: 'abc' }, 201],
    [{ preferredUsername: 'ab' }, 400],
    [{ preferredUsername: 'A'.repeat(50) }, 201],
    [{ preferredUsername: 'A'.repeat(51) }, 400],
    [{ preferredUsername: 'a-b' }, 400],
    [{ preferredUsername: 'änn' }, 400],
    [{ phone: '1'.repeat(30) }, 201],
    [{ phone: '1'.repeat(31) }, 400],
    [{ password: 'parrot-99' }, 400], // 9
    [{ password: 'parrot-100' }, 201], // 10
    [{ password: '🦜'.repeat(9) }, 400],
    [{ password: `🦜🦚${'🦜'.repeat(8)}` }, 201],
    [{ password: `parrot${'x'.repeat(94)}` }, 201], // 100
    [{ password: `parrot${'x'.repeat(95)}` }, 400],
    [{ verified: 'yes' }, 400],
    [{ loginAccess: 1 }, 400],
    [{ createdBy: 'me' }, 400],
    [{ access: null }, 400],
    [{ access: { accountIds: ['acme'], mode: 'ADMIN' } }, 400],
    [{ access: { accountIds: Array.from({ length: 101 }, () => 'acme') } }, 400],
    [{ access: { accountIds: Array.from({ length: 100 }, () => 'acme') } }, 201],
    [{ access: { accountIds: ['acme'], allAccounts: true } }, 400],
    [{ access: { accountIds: ['other'] } }, 404], // of another customer
    [{ access: { accountIds: ['nobody'] } }, 404],
  ])('%j is answered %i', async (members, status) => {
    expect((await post(contact(members))).status).toBe(status);
  });

  it.each([
    'password123',
    'PassWord123',
    'qwertyuiop',
    '1234567890',
    'zzzzzzzzzzzz',
    '１２３４５６７８９０', // the same digits, wider
    'ann.smith@example.org',
    'ann.smith.is',
  ])('400 for the password %s, which is tried first', async (password) => {
    const local = password === 'ann.smith.is' ? 'ann.smith.is' : 'ann.smith';
    const { status, body } = await post({ name: 'Ann', email: `${local}@example.org`, password });
    expect([status, body.message]).toEqual([400, 'password: is too common; choose another one']);
  });

  it('409 for an e-mail in another case or composition, 201 at another customer', async () => {
    expect((await post({ name: 'Zoë', email: 'ZO\u00cb@Example.com' })).body.email).toBe(
      'zo\u00eb@example.com',
    );
    const again = await post({ name: 'Zoë', email: 'zoe\u0308@example.COM' });
    expect([again.status, again.body.message]).toEqual([
      409,
      'email: the customer already has a contact with zoë@example.com',
    ]);
    expect((await post({ name: 'Zoë', email: 'zo\u00eb@example.com' }, 'other')).status).toBe(201);
  });

  it('404 for an unknown customer and 400 for an archived one', async () => {
    const unknown = await post(contact({}), 'nobody');
    expect([unknown.status, unknown.body.message]).toEqual([404, 'customer nobody not found']);
    const archived = await post(contact({}), 'closed');
    expect([archived.status, archived.body.message]).toEqual([
      400,
      'customer closed is archived and cannot be changed',
    ]);
  });

  it('201 and verified only when the credential may change the organization', async () => {
    const { secret } = await service.sandbox.must.post('/ext/v1/api_keys', {
      name: 'x',
      scopes: ['customers:write'],
    });
    const small = client(service.app, '/sandbox', secret);
    const create = (caller: typeof small) =>
      caller.must.post('/customers/acme/contacts', contact({ verified: true }));
    expect((await create(small)).verified).toBe(false);
    expect((await create(service.sandbox)).verified).toBe(true);
  });

  it('201 and of the password only an Argon2id hash is kept, with a salt of its own', async () => {
    const password = 'blue parrot 42';
    for (const name of ['one', 'two'])
      await addContact(service.sandbox, { customer: 'acme', email: `${name}@hash.example`, password });
    const rows = await asSandbox(service, (tx) =>
      tx.selectFrom('contacts').select(['passwordHash']).where('email', 'like', '%@hash.example').execute(),
    );
    const hashes = rows.map(({ passwordHash }) => passwordHash ?? '');
    expect(new Set(hashes).size).toBe(2);
    for (const hash of hashes) {
      expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
      expect(await isPassword(hash, password)).toBe(true);
      expect(await isPassword(hash, 'blue parrot 43')).toBe(false);
    }
  });
});
