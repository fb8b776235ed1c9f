import { beforeAll, describe, expect, it } from 'vitest';
import { addContact, enterPortal, forgetting } from '#test/portal.ts';
import { type Client, client, useService } from '#test/running-app.ts';

const service = useService();
const as = (secret: string) => client(service.app, '/sandbox', secret);
const make = (caller: Client, scopes: string[], members: object = {}) =>
  caller.must.post('/ext/v1/api_keys', { name: 'x', scopes, ...members });
const isGood = async (secret: string) => (await as(secret).get('/ext/v1/organization')).status === 200;
const code = (reply: { status: number; headers: Record<string, unknown> }) => [
  reply.status,
  reply.headers['error-code'],
];
const MANAGE = ['org:read', 'org:write'];

beforeAll(async () => {
  for (const id of ['acme', 'other'])
    await service.sandbox.must.post('/customers', {
      ...{ id, name: `Customer ${id}`, primaryEmail: 'c@example.com', address: { country: 'US' } },
    });
});

describe('a key manages only keys whose scopes it holds', () => {
  it('403 to rename, activate, deactivate, rotate or revoke a key that holds more', async () => {
    const manager = as((await make(service.sandbox, MANAGE)).secret);
    const { id } = await make(service.sandbox, ['org:read', 'payments:write']);
    const path = `/ext/v1/api_keys/${id}`;
    for (const reply of [
      await manager.patch(path, { name: 'y' }),
      await manager.patch(path, { status: 'INACTIVE' }),
      await manager.post(`${path}/rotate`),
      await manager.delete(path),
    ])
      expect(code(reply)).toEqual([403, 'KEY_OUT_OF_REACH']);
    const known = await service.sandbox.must.get(`/ext/v1/api_keys?pageSize=100`);
    expect(known.data.find((key: { id: string }) => key.id === id)).toMatchObject({
      ...{ name: 'x', status: 'ACTIVE' },
    });
    const narrow = await make(service.sandbox, ['org:read']);
    expect((await manager.delete(`/ext/v1/api_keys/${narrow.id}`)).status).toBe(200);
  });

  it('400 to revoke a key that the caller descends from', async () => {
    const parent = await make(service.sandbox, MANAGE);
    const child = await make(as(parent.secret), MANAGE);
    const grandchild = as((await make(as(child.secret), MANAGE)).secret);
    for (const id of [parent.id, child.id]) {
      expect(code(await grandchild.delete(`/ext/v1/api_keys/${id}`))).toEqual([400, 'OWN_KEY']);
      const off = await grandchild.patch(`/ext/v1/api_keys/${id}`, { status: 'INACTIVE' });
      expect(code(off)).toEqual([400, 'OWN_KEY']);
    }
  });
});

describe('a child key never outlives its parent', () => {
  it('takes the expiry of the parent, or an earlier one; 400 for a later one', async () => {
    const parent = await make(service.sandbox, MANAGE, { expiresAt: '2090-01-01T00:00:00Z' });
    const caller = as(parent.secret);
    expect((await make(caller, ['org:read'])).expiresAt).toBe('2090-01-01T00:00:00.000Z');
    const earlier = await make(caller, ['org:read'], { expiresAt: '2080-01-01T00:00:00Z' });
    expect([earlier.expiresAt, earlier.parentId]).toEqual(['2080-01-01T00:00:00.000Z', parent.id]);
    const later = { name: 'x', scopes: ['org:read'], expiresAt: '2090-01-01T00:00:01Z' };
    expect(code(await caller.post('/ext/v1/api_keys', later))).toEqual([400, 'KEY_OUTLIVES_PARENT']);
    // A token of the key makes keys of the key.
    const { token } = await caller.must.post('/authenticate');
    expect(await make(as(token), ['org:read'])).toMatchObject({
      ...{ parentId: parent.id, expiresAt: '2090-01-01T00:00:00.000Z' },
    });
  });

  it('keys and their tokens end with the parent of the parent, and rest while it rests', async () => {
    const top = await make(service.sandbox, MANAGE);
    const middle = await make(as(top.secret), MANAGE);
    const low = await make(as(middle.secret), ['org:read']);
    const { token } = await as(low.secret).must.post('/authenticate');
    const path = `/ext/v1/api_keys/${top.id}`;
    await service.sandbox.must.patch(path, { status: 'INACTIVE' });
    await forgetting();
    expect([await isGood(middle.secret), await isGood(low.secret), await isGood(token)]).toEqual([
      ...[false, false, false],
    ]);
    await service.sandbox.must.patch(path, { status: 'ACTIVE' });
    await forgetting();
    expect([await isGood(middle.secret), await isGood(low.secret), await isGood(token)]).toEqual([
      ...[true, true, true],
    ]);
    const { revokedKeys } = await service.sandbox.must.delete(path);
    expect(revokedKeys).toEqual([top.id, middle.id, low.id].toSorted());
    await forgetting();
    expect([await isGood(middle.secret), await isGood(low.secret), await isGood(token)]).toEqual([
      ...[false, false, false],
    ]);
    const { data } = await service.sandbox.must.get('/ext/v1/api_keys?pageSize=100');
    for (const { id } of data) expect(revokedKeys).not.toContain(id);
  });

  it('400 for the eleventh generation', async () => {
    let caller = service.sandbox;
    // The first key of the sandbox is the first of ten.
    for (let i = 2; i <= 10; i++) caller = as((await make(caller, MANAGE)).secret);
    const reply = await caller.post('/ext/v1/api_keys', { name: 'x', scopes: ['org:read'] });
    expect(code(reply)).toEqual([400, 'TOO_MANY_GENERATIONS']);
  });
});

describe('who decides about portal logins', () => {
  const contacts = '/customers/acme/contacts';
  let made = 0;
  const person = () => ({ name: 'Ann', email: `c${++made}@acme.example` });

  it.each([
    [{ password: 'blue parrot 42' }, 403],
    [{ loginAccess: true }, 403],
    [{ access: { allAccounts: true } }, 403],
    [{ loginAccess: false, phone: '1' }, 201],
  ])('a new contact with %j without portal:write: %i', async (members, status) => {
    const writer = as((await make(service.sandbox, ['customers:write'])).secret);
    expect((await writer.post(contacts, { ...person(), ...members })).status).toBe(status);
    expect((await service.sandbox.post(contacts, { ...person(), ...members })).status).toBe(201);
  });

  it.each([
    [{ password: 'blue parrot 42' }, 403],
    [{ loginAccess: false }, 403],
    [{ access: {} }, 403],
    [{ email: 'thief@acme.example' }, 403],
    [{ name: 'Bob', phone: '2' }, 200],
  ])('a change to %j without portal:write: %i', async (members, status) => {
    const writer = as((await make(service.sandbox, ['customers:write'])).secret);
    const email = person().email;
    const username = await addContact(service.sandbox, { customer: 'acme', email });
    expect((await writer.patch(`/ext/v1${contacts}/${username}`, members)).status).toBe(status);
    expect((await service.sandbox.must.get(`/ext/v1${contacts}/${username}`)).email).toBe(email);
  });

  it('logins that a key gave, and its tokens, can be revoked with it', async () => {
    const scopes = ['portal:write', 'customers:write', ...MANAGE];
    const key = await make(service.sandbox, scopes);
    const access = { allAccounts: true };
    const [kept, given] = [person().email, person().email];
    const username = await addContact(service.sandbox, { customer: 'acme', email: kept, access });
    await addContact(as(key.secret), { customer: 'acme', email: given, access });
    const enter = (caller: Client, email: string) =>
      enterPortal(service, { caller, organization: 'default', email });
    const portals = [await enter(service.sandbox, given), await enter(as(key.secret), kept)];
    const path = `/ext/v1/api_keys/${key.id}?revokePortalLogins=true`;
    const manager = as((await make(service.sandbox, scopes.slice(1))).secret);
    expect(code(await manager.delete(path))).toEqual([403, 'PORTAL_SCOPE_MISSING']);
    expect(await service.sandbox.must.delete(path)).toMatchObject({ revokedPortalLogins: 1 });
    await forgetting();
    for (const portal of portals) expect((await portal.get('/accounts/acme')).status).toBe(401);
    const { loginAccess } = await service.sandbox.must.get(`/ext/v1${contacts}/${username}`);
    expect(loginAccess).toBe(true);
    const rejected = await service.sandbox.post('/organizations/default/token', { email: given });
    expect(code(rejected)).toEqual([403, 'LOGIN_OFF']);
  });
});
