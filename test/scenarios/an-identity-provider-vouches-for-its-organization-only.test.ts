import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { areas } from '#app';
import { pathOf } from '#test/every-operation.ts';
import { allowDomain, claimsOf, logInAt, outcome, settingsOf } from '#test/oidc.ts';
import { addPasskey } from '#test/passkeys.ts';
import { addPerson, asOwner, clientsOf, logInAs, type Person } from '#test/people.ts';
import { forgetting } from '#test/portal.ts';
import { type Client, useService } from '#test/running-app.ts';
import { type ScriptedProvider, scriptedProvider } from '#test/scripted-identity-provider.ts';
import { LOCAL_TARGETS } from '#test/webhook-receiver.ts';

/**
 * Whoever runs the identity provider of an organization can be anybody there. It must be nobody in any other
 * organization of the deployment, whose people have one login for all.
 */
const service = useService(LOCAL_TARGETS);
let provider: ScriptedProvider;
let evil: Client;
let home: Client;

beforeAll(async () => {
  provider = await scriptedProvider();
  // The one with the provider, and the one that it must not get into.
  evil = (await service.createOrganization('evil')).production;
  home = (await service.createOrganization('home')).production;
  await allowDomain(service, 'evil');
  await evil.must.put('/ext/v1/identity_provider', settingsOf(provider, { role: 'ADMINISTRATOR' }));
});
beforeEach(() => provider.reset());

let count = 0;
/** A user of the other organization, with an address in the domain that the operator allows here. */
async function addVictim(organizations: readonly string[] = ['home']): Promise<Person> {
  const [first = 'home', ...others] = organizations;
  const person = await addPerson(service, {
    ...{ organization: first, email: `victim-${++count}@acme.example` },
  });
  for (const organization of others) await addPerson(service, { organization, of: person });
  return person;
}

async function vouchFor(person: Pick<Person, 'email'>) {
  const claims = { ...claimsOf('x'), sub: person.email, email: person.email };
  const reply = await logInAt(service, provider, { organizationId: 'evil', claims });
  return { reply, session: clientsOf(service, reply.cookie ?? '') };
}

describe('a session for which a provider vouches', () => {
  it('is one of the user with the e-mail, in the organization of the provider', async () => {
    const victim = await addVictim();
    const { reply, session } = await vouchFor(victim);
    expect(reply.status).toBe(201);
    const { body } = await session.production.get('/ext/v1/session');
    expect([body.user.id, body.organization.id]).toEqual([victim.id, 'evil']);
    expect(body.session.authenticatedBy).toBe('IDENTITY_PROVIDER');
  });

  it('reaches no other organization: it does not see it, and does not switch to it', async () => {
    const victim = await addVictim();
    const { session } = await vouchFor(victim);
    const { production } = session;
    const view = await production.must.get('/ext/v1/session');
    expect(view.memberships.map((each: { organizationId: string }) => each.organizationId)).toEqual(['evil']);
    expect(JSON.stringify(view)).not.toContain('home');
    const switched = await production.post('/ext/v1/session/organization', { organizationId: 'home' });
    expect(outcome(switched)).toBe('403 OWN_LOGIN_NEEDED');
  });

  it('may use no operation of the person beyond the organization: every one says so', async () => {
    const OWN = new Set(['getSession', 'logOut', 'listSessions', 'endOtherSessions', 'endSession']);
    const { session } = await vouchFor(await addVictim());
    const ids = new Proxy({}, { get: () => 'anything' });
    const personal = areas.flatMap((area) => area.operations).filter(({ needsUser }) => needsUser);
    expect(personal.length).toBeGreaterThan(15);
    for (const operation of personal.filter(({ id }) => !OWN.has(id))) {
      const method = operation.method.toLowerCase() as 'get';
      const reply = await session.production[method](pathOf(operation, ids));
      expect([operation.id, outcome(reply)]).toEqual([operation.id, '403 OWN_LOGIN_NEEDED']);
    }
  });

  it('sees and ends the sessions of the person in its organization only', async () => {
    const victim = await addVictim();
    const { session } = await vouchFor(victim);
    const { data } = await session.production.must.get('/ext/v1/sessions');
    expect(data.map((each: { organizationId: string }) => each.organizationId)).toEqual(['evil']);
    expect(outcome(await session.production.delete(`/ext/v1/sessions/${victim.sessionId}`))).toBe(
      '404 SESSION_NOT_FOUND',
    );
    expect((await session.production.must.delete('/ext/v1/sessions')).ended).toBe(0);
    await forgetting();
    expect((await victim.production.get('/customers')).status).toBe(200);
  });

  it('does not change how the person logs in elsewhere', async () => {
    const victim = await addVictim();
    const before = await addPasskey(service, victim);
    await vouchFor(victim);
    const own = await logInAs(service, { email: victim.email, organizationId: 'home' });
    expect([own.status, own.body.organization.id]).toEqual([201, 'home']);
    expect((await before.session.production.must.get('/ext/v1/user/passkeys')).data).toHaveLength(1);
  });
});

describe('an identity', () => {
  it('of another organization with the same provider and subject is another one', async () => {
    const [victim, own] = [await addVictim(), `own-${++count}@acme.example`];
    await service.createOrganization('twin');
    await allowDomain(service, 'twin');
    const twin = clientsOf(service, (await addPerson(service, { organization: 'twin' })).cookie).production;
    await twin.must.put('/ext/v1/identity_provider', settingsOf(provider));
    await vouchFor(victim);
    const claims = { ...claimsOf('x'), sub: victim.email, email: own };
    const reply = await logInAt(service, provider, { organizationId: 'twin', claims });
    const { body } = await clientsOf(service, reply.cookie ?? '').production.get('/ext/v1/session');
    expect([body.organization.id, body.user.email]).toEqual(['twin', own]);
  });

  it.each<[string, Record<string, unknown>]>([
    ['without an e-mail', { email: undefined, email_verified: undefined }],
    ['whose e-mail is not verified', { email_verified: false }],
    ['that does not say whether its e-mail is verified', { email_verified: undefined }],
    ['that says so in words', { email_verified: 'true' }],
    ['in a domain that is not allowed', { email: 'victim@elsewhere.example' }],
    ['in a domain below one that is allowed', { email: 'victim@sub.acme.example' }],
  ])('%s gets in nobody, and makes nobody', async (_, changed) => {
    const people = async () =>
      (await asOwner(service, (owner) => owner.query('select count(*)::int as n from users'))).rows[0].n;
    const [before, number] = [await people(), ++count];
    const claims = { ...claimsOf(`stranger-${number}`), ...changed };
    const reply = await logInAt(service, provider, { organizationId: 'evil', claims });
    expect([outcome(reply), reply.cookie]).toEqual(['403 EMAIL_UNTRUSTED', null]);
    expect(await people()).toBe(before);
  });

  it('keeps its user when its e-mail changes, and gets no other user', async () => {
    const [first, other] = [await addVictim(), await addVictim()];
    await vouchFor(first);
    const claims = { ...claimsOf('x'), sub: first.email, email: other.email };
    const reply = await logInAt(service, provider, { organizationId: 'evil', claims });
    const { body } = await clientsOf(service, reply.cookie ?? '').production.get('/ext/v1/session');
    expect(body.user.id).toBe(first.id);
  });

  it('with the address of a user with another identity gets in nobody: addresses change hands', async () => {
    const person = await addVictim();
    await vouchFor(person);
    const claims = { ...claimsOf('x'), sub: 'their successor', email: person.email };
    const reply = await logInAt(service, provider, { organizationId: 'evil', claims });
    expect([outcome(reply), reply.cookie]).toEqual(['403 IDENTITY_IN_USE', null]);
  });
});

it('a domain that the operator no longer allows links nobody; who is linked stays', async () => {
  const linked = await addVictim();
  await vouchFor(linked);
  await asOwner(service, (owner) =>
    owner.query(
      `delete from email_domains where org_id in (select org_id from organizations where id = 'evil')`,
    ),
  );
  expect(outcome((await vouchFor(await addVictim())).reply)).toBe('403 EMAIL_UNTRUSTED');
  expect((await vouchFor(linked)).reply.status).toBe(201);
  const { provider: stored, allowedEmailDomains } = await evil.must.get('/ext/v1/identity_provider');
  expect([stored.emailDomains, allowedEmailDomains]).toEqual([[], []]);
  const again = await evil.put('/ext/v1/identity_provider', settingsOf(provider));
  expect(outcome(again)).toBe('400 EMAIL_DOMAIN_NOT_ALLOWED');
  await allowDomain(service, 'evil');
  await evil.must.put('/ext/v1/identity_provider', settingsOf(provider, { role: 'ADMINISTRATOR' }));
});

it('the other organization never learns of it', async () => {
  await vouchFor(await addVictim());
  const { text } = await home.get('/ext/v1/audit_log?pageSize=100');
  expect(text).not.toContain('IDENTITY');
});
