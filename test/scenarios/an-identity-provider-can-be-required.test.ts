import { beforeAll, describe, expect, it } from 'vitest';
import { allowDomain, claimsOf, logInAt, outcome, settingsOf } from '#test/oidc.ts';
import { addPasskey, logInWithPasskey } from '#test/passkeys.ts';
import { addPerson, addSecondFactor, asOwner, clientsOf, codeOf, logInAs } from '#test/people.ts';
import { forgetting } from '#test/portal.ts';
import { type Client, useService } from '#test/running-app.ts';
import { type ScriptedProvider, scriptedProvider } from '#test/scripted-identity-provider.ts';
import { LOCAL_TARGETS } from '#test/webhook-receiver.ts';

/** Members have one way in then. Administrators keep another for the day it fails, with two factors. */
const service = useService(LOCAL_TARGETS);
const organizationId = 'sso';
let provider: ScriptedProvider;
let organization: Client;

beforeAll(async () => {
  provider = await scriptedProvider();
  provider.reset();
  organization = (await service.createOrganization(organizationId)).production;
  await service.createOrganization('free');
  await allowDomain(service, organizationId);
  await requireProvider(false);
  await logInAt(service, provider, { organizationId, claims: claimsOf('first') });
});

async function requireProvider(isRequired: boolean): Promise<void> {
  await organization.must.put('/ext/v1/identity_provider', settingsOf(provider, { isRequired }));
  await forgetting();
}

const REQUIRED = '403 IDENTITY_PROVIDER_REQUIRED';
const sessionOf = (cookie: string | null) => clientsOf(service, cookie ?? '');

describe('a member', () => {
  it('has no rights in its own sessions within a second, and logs in with nothing of its own', async () => {
    await requireProvider(false);
    const person = await addPerson(service, { organization: organizationId, role: 'FINANCE' });
    const { authenticator, session } = await addPasskey(service, person);
    expect((await session.production.get('/customers')).status).toBe(200);
    await requireProvider(true);
    expect(outcome(await session.production.get('/customers'))).toBe(REQUIRED);
    expect(outcome(await session.sandbox.get('/customers'))).toBe(REQUIRED);
    const view = await session.production.must.get('/ext/v1/session');
    expect([view.isIdentityProviderMissing, view.scopes]).toEqual([true, []]);
    expect(outcome(await logInAs(service, { email: person.email }))).toBe(REQUIRED);
    expect(outcome(await logInWithPasskey(service, authenticator))).toBe(REQUIRED);
    // Who does not know the password learns nothing of it.
    expect(outcome(await logInAs(service, { email: person.email, password: 'wrong' }))).toBe(
      '401 CREDENTIALS_REJECTED',
    );
  });

  it('logs in through the provider, and lacks nothing', async () => {
    await requireProvider(true);
    const { cookie } = await logInAt(service, provider, { organizationId, claims: claimsOf('second') });
    const { production } = sessionOf(cookie);
    expect((await production.get('/customers')).status).toBe(200);
    expect((await production.must.get('/ext/v1/session')).isIdentityProviderMissing).toBe(false);
  });

  it('of another organization, too, logs in there by itself, and does not switch', async () => {
    await requireProvider(true);
    const person = await addPerson(service, { organization: organizationId, role: 'FINANCE' });
    await addPerson(service, { organization: 'free', of: person, role: 'ANALYST' });
    await asOwner(service, (owner) =>
      owner.query(
        `update memberships set last_login_at = now() where user_id = $1
           and org_id in (select org_id from organizations where id = $2)`,
        [person.id, organizationId],
      ),
    );
    const { body, cookie } = await logInAs(service, { email: person.email });
    expect(body.organization.id).toBe('free');
    const switched = await sessionOf(cookie).production.post('/ext/v1/session/organization', {
      organizationId,
    });
    expect(outcome(switched)).toBe(REQUIRED);
    expect(outcome(await logInAs(service, { email: person.email, organizationId }))).toBe(REQUIRED);
  });
});

describe('an administrator', () => {
  it('has a way in with two factors, and can set up the second one in a login with the first', async () => {
    await requireProvider(true);
    const person = await addPerson(service, { organization: organizationId });
    const { status, cookie } = await logInAs(service, { email: person.email });
    const { production } = sessionOf(cookie);
    expect([status, outcome(await production.get('/customers'))]).toEqual([
      201,
      '403 SECOND_FACTOR_REQUIRED',
    ]);
    const { secret, session } = await addSecondFactor({ production }, service);
    expect((await session?.production.get('/customers'))?.status).toBe(200);
    const again = await logInAs(service, { email: person.email, code: codeOf(secret, 1) });
    expect((await sessionOf(again.cookie).production.get('/customers')).status).toBe(200);
  });

  it('has one with a passkey, and switches the requirement off when the provider fails', async () => {
    await requireProvider(true);
    const person = await addPerson(service, { organization: organizationId });
    const { authenticator } = await addPasskey(service, person);
    const { cookie } = await logInWithPasskey(service, authenticator);
    const { production } = sessionOf(cookie);
    expect((await production.delete('/ext/v1/identity_provider')).status).toBe(200);
    await forgetting();
    const member = await addPerson(service, { organization: organizationId, role: 'FINANCE' });
    expect((await logInAs(service, { email: member.email })).status).toBe(201);
  });
});
