import { describe, expect, it } from 'vitest';
import { addPasskey, logInWithPasskey } from '#test/passkeys.ts';
import { addPerson, asOwner, clientsOf, logInAs } from '#test/people.ts';
import { forgetting } from '#test/portal.ts';
import { type Client, useService } from '#test/running-app.ts';

/** One passkey of a person is good in all of its organizations, and as much as a password with a code. */
const service = useService();

const requireFactor = (production: Client, organization: string) =>
  production.must.post('/settings', {
    ...{ id: 'SECOND_FACTOR_REQUIRED', name: 'Strict', namespace: 'PLATFORM', dataType: 'STRING' },
    ...{ value: 'true', entityType: 'ORGANIZATION', entityId: organization },
  });
const sessionOf = (cookie: string | null) => clientsOf(service, cookie ?? '');
const outcome = ({ status, headers }: { status: number; headers: Record<string, unknown> }) =>
  `${status} ${headers['error-code'] ?? ''}`.trim();

describe('an organization that requires a second factor', () => {
  it('lets in who adds a passkey, in that session at once, and who logs in with it', async () => {
    const { production } = await service.createOrganization('strict');
    await requireFactor(production, 'strict');
    const person = await addPerson(service, { organization: 'strict' });
    expect(outcome(await person.production.get('/customers'))).toBe('403 SECOND_FACTOR_REQUIRED');
    const { authenticator, session } = await addPasskey(service, person);
    expect((await session.production.get('/customers')).status).toBe(200);
    const view = await session.production.must.get('/ext/v1/session');
    expect([view.isSecondFactorMissing, view.session.authenticatedBy]).toEqual([false, 'PASSKEY']);

    const { cookie } = await logInWithPasskey(service, authenticator);
    expect((await sessionOf(cookie).sandbox.get('/customers')).status).toBe(200);
    // The password alone is one factor, whoever has a passkey beside it.
    const byPassword = await logInAs(service, { email: person.email });
    expect(byPassword.body.isSecondFactorMissing).toBe(true);
    expect((await sessionOf(byPassword.cookie).production.get('/customers')).status).toBe(403);
  });
});

describe('a person in several organizations', () => {
  it('logs in to the one that it names, or to the last one, and switches', async () => {
    await service.createOrganization('first');
    await service.createOrganization('second');
    const person = await addPerson(service, { organization: 'first' });
    await addPerson(service, { organization: 'second', of: person, role: 'ANALYST' });
    const { authenticator } = await addPasskey(service, person);
    const named = await logInWithPasskey(service, authenticator, { organizationId: 'second' });
    expect([named.body.organization.id, named.body.role]).toEqual(['second', 'ANALYST']);
    const last = await logInWithPasskey(service, authenticator);
    expect(last.body.organization.id).toBe('second');
    const { production } = sessionOf(last.cookie);
    const { body } = await production.post('/ext/v1/session/organization', { organizationId: 'first' });
    expect([body.organization.id, body.session.authenticatedBy]).toEqual(['first', 'PASSKEY']);
    expect(outcome(await logInWithPasskey(service, authenticator, { organizationId: 'default' }))).toBe(
      '401 PASSKEY_REJECTED',
    );
  });

  it('gets no session where it is no member any more, and none at all without an organization', async () => {
    await service.createOrganization('left');
    const person = await addPerson(service, { organization: 'left' });
    await addPerson(service, { of: person });
    const { authenticator } = await addPasskey(service, person);
    const leave = (organization: string) =>
      asOwner(service, (owner) =>
        owner.query(
          `delete from memberships where user_id = $1
             and org_id in (select org_id from organizations where id = $2)`,
          [person.id, organization],
        ),
      );
    await leave('left');
    expect(outcome(await logInWithPasskey(service, authenticator, { organizationId: 'left' }))).toBe(
      '401 PASSKEY_REJECTED',
    );
    expect((await logInWithPasskey(service, authenticator)).body.organization.id).toBe('default');
    await leave('default');
    expect(outcome(await logInWithPasskey(service, authenticator))).toBe('401 PASSKEY_REJECTED');
  });

  it('the passkeys of a user who is removed everywhere are gone', async () => {
    await addPerson(service);
    const person = await addPerson(service);
    const { authenticator } = await addPasskey(service, person);
    await service.production.must.delete(`/ext/v1/users/${person.id}`);
    const { rows } = await asOwner(service, (owner) =>
      owner.query('select from user_passkeys where user_id = $1', [person.id]),
    );
    expect(rows).toEqual([]);
    expect(outcome(await logInWithPasskey(service, authenticator))).toBe('401 PASSKEY_REJECTED');
  });
});

it('an organization that is suspended is read, and one that is closed is not', async () => {
  await service.createOrganization('stopped');
  const person = await addPerson(service, { organization: 'stopped' });
  const { authenticator } = await addPasskey(service, person);
  const move = (status: string) =>
    asOwner(service, (owner) =>
      owner.query(`update organizations set status = $1 where id = 'stopped'`, [status]),
    );
  await move('SUSPENDED');
  const { cookie } = await logInWithPasskey(service, authenticator);
  const { production } = sessionOf(cookie);
  expect((await production.get('/customers')).status).toBe(200);
  expect((await production.post('/customers', {})).status).toBe(403);
  await move('CLOSED');
  await forgetting();
  expect((await production.get('/customers')).status).toBe(401);
  expect(outcome(await logInWithPasskey(service, authenticator))).toBe('401 PASSKEY_REJECTED');
});

it('a new password ends the sessions of a passkey, and not the passkey', async () => {
  const person = await addPerson(service);
  const { authenticator } = await addPasskey(service, person);
  const { cookie } = await logInWithPasskey(service, authenticator);
  const byPassword = await logInAs(service, { email: person.email });
  const sent = { currentPassword: 'seven green herons 71', password: 'eight red kestrels 72' };
  await sessionOf(byPassword.cookie).production.must.put('/ext/v1/user/password', sent);
  await forgetting();
  expect((await sessionOf(cookie).production.get('/customers')).status).toBe(401);
  expect((await logInWithPasskey(service, authenticator)).status).toBe(201);
});
