import { describe, expect, it } from 'vitest';
import { areas } from '#app';
import type { Operation } from '#platform/http/operation.ts';
import { ROLES, type Role, scopesOfRole } from '#platform/http/roles.ts';
import { pathOf, send } from '#test/every-operation.ts';
import { addPerson, asOwner, inviteWithToken, logInAs, PASSWORD, sendAsPage } from '#test/people.ts';
import { forgetting } from '#test/portal.ts';
import { useService } from '#test/running-app.ts';

/** What somebody with a session could try who should not be able to. */
const service = useService();
const operations = areas.flatMap((area) => area.operations);
const ids = new Proxy({}, { get: () => 'anything' });

async function openTo(role: Role): Promise<{ open: Set<string>; shut: Set<string> }> {
  const { sandbox } = await addPerson(service, { role });
  const [open, shut] = [new Set<string>(), new Set<string>()];
  for (const operation of operations.filter(({ scope }) => scope !== null)) {
    const reply = await send(sandbox, operation, { path: pathOf(operation, ids) });
    const isShut = reply.status === 403 && reply.body.message.includes(` ${operation.scope}`);
    expect([operation.id, reply.status]).not.toEqual([operation.id, 401]);
    (isShut ? shut : open).add(operation.id);
  }
  return { open, shut };
}

describe('every operation is open to the roles with its scope, and shut to the others', () => {
  it.each(ROLES)('%s', async (role) => {
    const { open, shut } = await openTo(role);
    const scopes = new Set(scopesOfRole(role));
    const may = ({ scope }: Operation) => scope !== null && scopes.has(scope);
    // Addresses of colleagues are for those who manage them.
    const isOpen = ({ id }: Operation) => id !== 'listUserSessions' || scopes.has('org:write');
    for (const operation of operations.filter(may).filter(isOpen)) expect(open).toContain(operation.id);
    for (const operation of operations.filter(({ scope }) => scope !== null && !scopes.has(scope)))
      expect(shut).toContain(operation.id);
  });
});

describe('somebody with the role SUPPORT', () => {
  it.each<[string, string, object]>([
    ['POST', '/ext/v1/invitations', { email: 'friend@evil.example', role: 'ADMINISTRATOR' }],
    ['POST', '/ext/v1/roles', { name: 'Mine', scopes: ['org:write'] }],
    ['POST', '/ext/v1/api_keys', { name: 'mine', role: 'ADMINISTRATOR' }],
    ['PATCH', '/ext/v1/users/OWN', { role: 'ADMINISTRATOR' }],
    ['DELETE', '/ext/v1/users/ADMIN', {}],
    ['DELETE', '/ext/v1/users/ADMIN/sessions', {}],
    ['POST', '/authenticate', {}],
  ])('403 for %s %s', async (method, path, body) => {
    const admin = await addPerson(service);
    const person = await addPerson(service, { role: 'SUPPORT' });
    const url = path.replace('OWN', person.id).replace('ADMIN', admin.id);
    const sent = method === 'DELETE' ? undefined : body;
    const { status } = await person.production[method.toLowerCase() as 'post'](url, sent);
    expect(status).toBe(403);
  });

  it('cannot take scopes by an idempotency key of a colleague, nor see its response', async () => {
    const admin = await addPerson(service);
    const person = await addPerson(service, { role: 'SUPPORT' });
    const key = { 'idempotency-key': 'shared' };
    const body = { id: 'shared', name: 'Shared', primaryEmail: 'a@b.example', address: {} };
    expect((await admin.production.post('/customers', body, key)).status).toBe(201);
    const { status, headers } = await person.production.post('/customers', body, key);
    expect([status, headers['idempotency-replayed']]).toEqual([409, undefined]);
  });

  it('looks at a portal with a token that ends within the hour', async () => {
    const person = await addPerson(service, { role: 'SUPPORT' });
    const account = { id: 'account-view', name: 'View', invoiceCurrency: 'USD' };
    const customer = { id: 'customer-view', name: 'View', primaryEmail: 'a@b.example', address: {}, account };
    await service.production.must.post('/customers', customer);
    const body = { customerId: 'customer-view', accountIds: ['account-view'], expiry: 86_400 };
    const { token } = await person.production.must.post('/portal/token', body);
    const { exp, iat } = JSON.parse(Buffer.from(token.split('.')[1], 'base64url').toString());
    expect(exp - iat).toBe(3600);
  });
});

describe('a session of one organization', () => {
  it('sees and changes nothing of another one, neither by id nor by a header', async () => {
    const { production } = await service.createOrganization('victim');
    await addPerson(service, { organization: 'victim' });
    const colleague = await addPerson(service, { organization: 'victim', role: 'SUPPORT' });
    await production.must.post('/ext/v1/roles', { name: 'Theirs', scopes: ['org:read'] });
    const theirRole = (await production.must.get('/ext/v1/roles')).data.at(-1).id;
    const { id: invitation } = await inviteWithToken(service, { organization: 'victim' });
    const intruder = await addPerson(service);
    const calls: [method: 'get' | 'delete' | 'patch' | 'post', path: string, body?: object][] = [
      ['get', `/ext/v1/users/${colleague.id}`],
      ['delete', `/ext/v1/users/${colleague.id}`],
      ['patch', `/ext/v1/users/${colleague.id}`, { role: 'ANALYST' }],
      ['get', `/ext/v1/users/${colleague.id}/sessions`],
      ['delete', `/ext/v1/users/${colleague.id}/sessions`],
      ['delete', `/ext/v1/sessions/${colleague.sessionId}`],
      ['delete', `/ext/v1/invitations/${invitation}`],
      ['post', `/ext/v1/invitations/${invitation}/resend`],
      ['patch', `/ext/v1/roles/${theirRole}`, { name: 'x' }],
      ['delete', `/ext/v1/roles/${theirRole}`],
    ];
    for (const [method, path, body] of calls)
      expect([path, (await intruder.production[method](path, body as never)).status]).toEqual([path, 404]);
    const { text } = await intruder.production.get('/ext/v1/users');
    expect(text).not.toContain(colleague.email);
    expect((await colleague.production.get('/ext/v1/session')).status).toBe(200);
  });

  it('of a user of two, acts in one: the other one is not reached by its rights', async () => {
    await service.createOrganization('minor');
    const person = await addPerson(service, { organization: 'minor' });
    const here = await addPerson(service, { role: 'ANALYST', of: person });
    const target = await addPerson(service, { role: 'SUPPORT' });
    expect((await person.production.delete(`/ext/v1/users/${target.id}`)).status).toBe(404);
    expect((await here.production.delete(`/ext/v1/users/${target.id}`)).status).toBe(403);
  });
});

describe('races', () => {
  it('a login beside a removal leaves no session that works', async () => {
    for (let round = 0; round < 5; round++) {
      const { email, id } = await addPerson(service, { role: 'SUPPORT' });
      const [login, removal] = await Promise.all([
        logInAs(service, { email }),
        service.production.delete(`/ext/v1/users/${id}`),
      ]);
      expect([201, 401]).toContain(login.status);
      expect(removal.status).toBe(200);
      const left = await asOwner(service, (owner) =>
        owner.query('select from sessions where user_id = $1', [id]),
      );
      expect(left.rowCount).toBe(0);
    }
  });

  it('a login beside a change of the password leaves no session of the old one', async () => {
    for (let round = 0; round < 5; round++) {
      const person = await addPerson(service);
      const [login, change] = await Promise.all([
        logInAs(service, { email: person.email }),
        person.production.put('/ext/v1/user/password', {
          ...{ currentPassword: PASSWORD, password: 'nine grey kestrels 72' },
        }),
      ]);
      expect(change.status).toBe(200);
      const left = await asOwner(service, (owner) =>
        owner.query('select id from sessions where user_id = $1', [person.id]),
      );
      expect([login.status, left.rows]).toEqual([login.status, [{ id: person.sessionId }]]);
    }
  });
});

interface Entry {
  actor: { type: string; id: string; name?: string };
  operationId: string;
  entityType: string;
  entityId: string;
  action: string;
  after?: { securityEvent?: string };
}

describe('the audit log', () => {
  it('has the login, a failed one, the role, the end of the session, and who it was', async () => {
    const { production } = await service.createOrganization('audited');
    const admin = await addPerson(service, { organization: 'audited', name: 'Ann Admin' });
    const { token, email } = await inviteWithToken(service, { organization: 'audited' });
    const accepted = await sendAsPage(service, '/ext/v1/invitations/accept', {
      ...{ token, name: 'Bob Guest', password: PASSWORD },
    });
    const { id } = accepted.body.user;
    await logInAs(service, { email, password: 'wrong' });
    await admin.production.must.patch(`/ext/v1/users/${id}`, { role: 'SUPPORT' });
    const { body } = await logInAs(service, { email });
    await admin.production.must.delete(`/ext/v1/users/${id}/sessions`);
    await forgetting();
    const { data } = await production.must.get('/ext/v1/audit_log?pageSize=100');
    const nameOf = (entity: string) => (entity === id ? 'user' : entity === body.session.id ? 'session' : '');
    const entries = (data as Entry[]).map(({ actor, operationId, entityType, entityId, action, after }) =>
      [
        ...[actor.type, actor.name ?? actor.id, operationId, entityType, action],
        ...[nameOf(entityId), after?.securityEvent ?? ''],
      ].join(' '),
    );
    for (const expected of [
      'USER Bob Guest acceptInvitation MEMBERSHIP CREATED user ',
      'SYSTEM users.login logIn MEMBERSHIP UPDATED user LOGIN_FAILED',
      'USER Ann Admin updateUser MEMBERSHIP UPDATED user ',
      'USER Bob Guest logIn SESSION CREATED session ',
      'USER Ann Admin endUserSessions SESSION DELETED session ',
    ])
      expect(entries).toContain(expected);
    for (const type of ['MEMBERSHIP', 'SESSION', 'INVITATION']) {
      const { text } = await production.get(`/ext/v1/audit_log?entity_type=${type}`);
      expect(text).not.toMatch(/secretHash|previousHash|tokenHash|passwordHash/);
    }
  });
});
