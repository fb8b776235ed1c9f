import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type HonestProvider, startHonestProvider } from '#test/honest-identity-provider.ts';
import { allowDomain, beginOidc, finishOidc, outcome, settingsOf } from '#test/oidc.ts';
import { addPerson, asOwner, clientsOf, logInAs } from '#test/people.ts';
import { forgetting } from '#test/portal.ts';
import { type Client, useService } from '#test/running-app.ts';
import { LOCAL_TARGETS } from '#test/webhook-receiver.ts';

/** Against a certified provider: people come and go, and get their roles, with their groups there. */
const service = useService(LOCAL_TARGETS);
let provider: HonestProvider;
let organization: Client;
let auditorId: string;
const organizationId = 'grouped';
const GROUPS = {
  groupsClaim: 'groups',
  groupRoles: [
    { group: 'admins', role: 'ADMINISTRATOR' },
    { group: 'billing', role: 'FINANCE' },
  ],
  scopes: ['openid', 'email', 'profile', 'groups'],
  role: null,
};

beforeAll(async () => {
  const { homeUrl } = service.app.deployment;
  const redirectUris = ['console', 'console/sandbox'].map(
    (path) => `${homeUrl}/${path}/oidc/${organizationId}`,
  );
  provider = await startHonestProvider({ redirectUris });
  organization = (await service.createOrganization(organizationId)).production;
  await allowDomain(service, organizationId);
  const role = await organization.must.post('/ext/v1/roles', { name: 'Auditor', scopes: ['org:read'] });
  auditorId = role.id;
  const auditors = { group: 'auditors', customRoleId: auditorId };
  const groupRoles = [...GROUPS.groupRoles, auditors];
  await organization.must.put('/ext/v1/identity_provider', settingsOf(provider, { ...GROUPS, groupRoles }));
});
afterAll(() => provider.stop());

function describeAccount(name: string, groups: readonly string[], more: Record<string, unknown> = {}): void {
  const profile = { email: `${name}@acme.example`, email_verified: true, name: `${name} Honest` };
  provider.accounts.set(name, { ...profile, groups, ...more });
}

async function logIn(name: string) {
  const { body, browser } = await beginOidc(service, { organizationId });
  const { search, pathname } = await provider.logIn(body.url, name);
  expect(pathname).toBe(`/console/oidc/${organizationId}`);
  const reply = await finishOidc(service, { browser, organizationId, query: search });
  return { reply, production: clientsOf(service, reply.cookie ?? '').production };
}

const members = async (): Promise<Record<string, string>> => {
  const { data } = await organization.must.get('/ext/v1/users?pageSize=100');
  return Object.fromEntries(
    data.map(({ email, roleName }: { email: string; roleName: string }) => [email.split('@')[0], roleName]),
  );
};

describe('a first login', () => {
  it('makes a member with the name, the e-mail and the role of its groups, and no password', async () => {
    describeAccount('nora', ['staff', 'billing']);
    const { reply, production } = await logIn('nora');
    expect(reply.status).toBe(201);
    const { body } = await production.get('/ext/v1/session');
    expect([body.user.name, body.user.email, body.role]).toEqual([
      'nora Honest',
      'nora@acme.example',
      'FINANCE',
    ]);
    expect((await production.get('/customers')).status).toBe(200);
    expect((await logInAs(service, { email: 'nora@acme.example' })).status).toBe(401);
  });

  it('links a member who has a password, and gives it the role of its groups', async () => {
    const person = await addPerson(service, {
      ...{ organization: organizationId, role: 'SUPPORT', email: 'otto@acme.example' },
    });
    describeAccount('otto', ['auditors']);
    const { production } = await logIn('otto');
    const { body } = await production.get('/ext/v1/session');
    expect([body.user.id, body.customRoleId]).toEqual([person.id, auditorId]);
    expect((await logInAs(service, { email: person.email })).body.customRoleId).toBe(auditorId);
  });

  it('of somebody without such a group is rejected, and makes nobody', async () => {
    describeAccount('peggy', ['staff']);
    const { reply } = await logIn('peggy');
    expect([outcome(reply), reply.cookie]).toEqual(['403 NO_ROLE_FOR_IDENTITY', null]);
    expect(await members()).not.toHaveProperty('peggy');
    const { rows } = await asOwner(service, (owner) =>
      owner.query(`select from users where email = 'peggy@acme.example'`),
    );
    expect(rows).toEqual([]);
  });

  it('with an e-mail that the provider has not verified is rejected', async () => {
    describeAccount('quentin', ['admins'], { email_verified: false });
    expect(outcome((await logIn('quentin')).reply)).toBe('403 EMAIL_UNTRUSTED');
  });

  it('by the same person twice at the same time makes one member', async () => {
    describeAccount('twin', ['billing']);
    const replies = await Promise.all([logIn('twin'), logIn('twin'), logIn('twin')]);
    expect(replies.map(({ reply }) => reply.status)).toEqual([201, 201, 201]);
    const { data } = await organization.must.get('/ext/v1/users?_search=twin');
    expect(data.filter(({ email }: { email: string }) => email === 'twin@acme.example')).toHaveLength(1);
  });
});

describe('groups that change', () => {
  it('change the role at the next login, also in sessions that exist, and the audit log has it', async () => {
    describeAccount('rosa', ['billing']);
    const first = await logIn('rosa');
    describeAccount('rosa', ['auditors']);
    await logIn('rosa');
    await forgetting();
    expect((await first.production.get('/ext/v1/session')).body.customRoleId).toBe(auditorId);
    const { data } = await organization.must.get('/ext/v1/audit_log?entity_type=MEMBERSHIP&pageSize=100');
    const change = data.find(
      ({ actor, action, before }: { actor: { name?: string }; action: string; before?: { role?: string } }) =>
        actor.name === 'rosa Honest' && action === 'UPDATED' && before?.role === 'FINANCE',
    );
    expect(change).toMatchObject({ operationId: 'logInWithOidc', after: { customRoleId: auditorId } });
  });

  it('end the access of a member whom a login made: its sessions end, and its user is gone', async () => {
    describeAccount('sven', ['billing']);
    const { production } = await logIn('sven');
    describeAccount('sven', []);
    expect(outcome((await logIn('sven')).reply)).toBe('403 NO_ROLE_FOR_IDENTITY');
    await forgetting();
    expect((await production.get('/customers')).status).toBe(401);
    expect(await members()).not.toHaveProperty('sven');
    const { rows } = await asOwner(service, (owner) =>
      owner.query(`select from users where email = 'sven@acme.example'`),
    );
    expect(rows).toEqual([]);
  });

  it('leave a member whom the organization invited its own login, and end that by the provider', async () => {
    const person = await addPerson(service, {
      ...{ organization: organizationId, role: 'SUPPORT', email: 'tina@acme.example' },
    });
    describeAccount('tina', ['billing']);
    const { production } = await logIn('tina');
    describeAccount('tina', []);
    expect(outcome((await logIn('tina')).reply)).toBe('403 NO_ROLE_FOR_IDENTITY');
    await forgetting();
    expect((await production.get('/customers')).status).toBe(401);
    expect((await person.production.get('/customers')).status).toBe(200);
  });

  it('do not take the last administrator from the organization', async () => {
    describeAccount('uma', ['admins']);
    await logIn('uma');
    for (const groups of [['billing'], []]) {
      describeAccount('uma', groups);
      const { reply, production } = await logIn('uma');
      expect(reply.status).toBe(201);
      expect((await production.get('/ext/v1/session')).body.role).toBe('ADMINISTRATOR');
    }
    await addPerson(service, { organization: organizationId });
    describeAccount('uma', ['billing']);
    expect((await (await logIn('uma')).production.get('/ext/v1/session')).body.role).toBe('FINANCE');
  });
});

it('keys that the provider rotates are found at the next login', async () => {
  describeAccount('vera', ['billing']);
  await provider.rotateKeys();
  expect((await logIn('vera')).reply.status).toBe(201);
});

it('a code that has expired logs in nobody', async () => {
  describeAccount('willi', ['billing']);
  provider.codeSeconds = 1;
  const { body, browser } = await beginOidc(service, { organizationId });
  const { search: query } = await provider.logIn(body.url, 'willi');
  provider.codeSeconds = 60;
  // The provider has a clock of its own, which counts in seconds.
  await sleep(2_000);
  const reply = await finishOidc(service, { browser, organizationId, query });
  expect(outcome(reply)).toBe('401 IDENTITY_PROVIDER_REJECTED');
  expect((await logIn('willi')).reply.status).toBe(201);
});

it('logging out says where the provider ends its own session', async () => {
  describeAccount('xenia', ['billing']);
  const { production } = await logIn('xenia');
  const { body } = await production.delete('/ext/v1/session');
  const url = new URL(body.endSessionUrl);
  expect([url.origin, url.searchParams.get('client_id')]).toEqual([provider.issuer, 'tallymark']);
  expect(url.searchParams.get('post_logout_redirect_uri')).toMatch(/\/console\/$/);
  await forgetting();
  expect((await production.get('/ext/v1/session')).status).toBe(401);
});
