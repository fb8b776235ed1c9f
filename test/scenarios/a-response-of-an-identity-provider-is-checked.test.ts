import type { Client } from 'pg';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { allowDomain, beginOidc, claimsOf, finishOidc, logInAt, outcome, settingsOf } from '#test/oidc.ts';
import { asOwner, clientsOf } from '#test/people.ts';
import { useService } from '#test/running-app.ts';
import {
  type ProviderTwist,
  type ScriptedProvider,
  scriptedProvider,
} from '#test/scripted-identity-provider.ts';
import { LOCAL_TARGETS } from '#test/webhook-receiver.ts';

/** Nobody is logged in by anything but what the provider of this login has said to this browser. */
const service = useService(LOCAL_TARGETS);
const organizationId = 'default';
let provider: ScriptedProvider;
beforeAll(async () => {
  provider = await scriptedProvider();
  await allowDomain(service, organizationId);
  await service.production.must.put('/ext/v1/identity_provider', settingsOf(provider));
});
beforeEach(() => provider.reset());

let count = 0;
const somebody = () => claimsOf(`person-${++count}`);
const now = () => Math.floor(Date.now() / 1000);
const INVALID = '401 IDENTITY_PROVIDER_RESPONSE_INVALID';
const OVER = '400 OIDC_LOGIN_OVER';

describe('an authorization response or an ID token that differs', () => {
  it.each<[string, () => ProviderTwist, string]>([
    ['in nothing', () => ({}), '201'],
    ['in its nonce', () => ({ token: { nonce: 'another' } }), INVALID],
    ['in having no nonce', () => ({ token: { nonce: undefined } }), INVALID],
    ['in its issuer', () => ({ token: { iss: 'https://evil.example' } }), INVALID],
    ['in its audience', () => ({ token: { aud: 'another client' } }), INVALID],
    ['in being for several clients', () => ({ token: { aud: ['tallymark', 'x'], azp: 'x' } }), INVALID],
    ['in being expired', () => ({ token: { exp: now() - 120 } }), INVALID],
    ['in being expired within the tolerance', () => ({ token: { exp: now() - 30 } }), '201'],
    ['in being issued later, within the tolerance', () => ({ token: { iat: now() + 30 } }), '201'],
    ['in having no subject', () => ({ token: { sub: undefined } }), INVALID],
    ['in its key', () => ({ isSignedByOther: true }), INVALID],
    ['in having no signature', () => ({ isUnsigned: true }), INVALID],
    ['in its code', () => ({ response: { code: 'another' } }), '401 IDENTITY_PROVIDER_REJECTED'],
    ['in an expired code', () => ({ isExpired: true }), '401 IDENTITY_PROVIDER_REJECTED'],
    ['in having no code', () => ({ response: { code: null } }), INVALID],
    ['in its state', () => ({ response: { state: 'another' } }), OVER],
    ['in having no state', () => ({ response: { state: null } }), OVER],
    // Of another provider, which the browser was led to (mix-up).
    ['in the issuer beside the code', () => ({ response: { iss: 'https://evil.example' } }), INVALID],
    ['in leaving that out', () => ({ response: { iss: null } }), INVALID],
    [
      'in being an error',
      () => ({ response: { code: null, error: 'access_denied', error_description: '<b>' } }),
      '401 IDENTITY_PROVIDER_REJECTED',
    ],
  ])('%s', async (_, twist, expected) => {
    const reply = await logInAt(service, provider, { organizationId, claims: somebody(), twist: twist() });
    expect(outcome(reply)).toBe(expected);
    expect(reply.cookie !== null).toBe(expected === '201');
    // What the provider writes beside its codes is not passed on.
    expect(reply.text).not.toMatch(/internal detail|<b>/);
  });

  it('names the error of the provider', async () => {
    const twist = { response: { code: null, error: 'access_denied' } };
    const { body } = await logInAt(service, provider, { organizationId, claims: somebody(), twist });
    expect(body.message).toBe('the identity provider rejected the login: access_denied');
  });
});

describe('a login', () => {
  it('is finished once, also by many requests at the same time', async () => {
    const { body, browser } = await beginOidc(service, { organizationId });
    const query = await provider.logIn(body.url, somebody());
    const replies = await Promise.all(
      Array.from({ length: 5 }, () => finishOidc(service, { browser, organizationId, query })),
    );
    expect(replies.map(outcome).sort()).toEqual(['201', ...Array(4).fill(OVER)]);
  });

  it('is finished once, also by requests that have all found it', async () => {
    const { body, browser } = await beginOidc(service, { organizationId });
    const query = await provider.logIn(body.url, somebody());
    const replies = await asOwner(service, async (owner) => {
      // All of them find the login, and wait here to take it.
      await owner.query('begin');
      await owner.query('select from oidc_logins for update');
      const finishing = Promise.all(
        Array.from({ length: 3 }, () => finishOidc(service, { browser, organizationId, query })),
      );
      await expect.poll(() => countWaiting(owner), { timeout: 10_000 }).toBe(3);
      await owner.query('commit');
      return finishing;
    });
    expect(replies.map(outcome).sort()).toEqual(['201', OVER, OVER]);
  });

  it('is finished in the browser in which it began: nobody is logged in as somebody else', async () => {
    const attacker = await beginOidc(service, { organizationId });
    const query = await provider.logIn(attacker.body.url, somebody());
    // The attacker leads the victim to the page with its own response.
    const victim = await beginOidc(service, { organizationId });
    for (const browser of [victim.browser, ''])
      expect(outcome(await finishOidc(service, { browser, organizationId, query }))).toBe(OVER);
    const { browser } = attacker;
    expect((await finishOidc(service, { browser, organizationId, query })).status).toBe(201);
  });

  it('does not take a code of another login in the same browser', async () => {
    const first = await beginOidc(service, { organizationId });
    const second = await beginOidc(service, { organizationId, browser: first.browser });
    expect(second.browser).toBe(first.browser);
    const stolen = new URLSearchParams(await provider.logIn(first.body.url, somebody()));
    const state = new URL(second.body.url).searchParams.get('state') ?? '';
    stolen.set('state', state);
    const { browser } = first;
    const reply = await finishOidc(service, { browser, organizationId, query: `?${stolen}` });
    expect(outcome(reply)).toBe('401 IDENTITY_PROVIDER_REJECTED');
  });

  it('is over after 10 minutes', async () => {
    const { body, browser } = await beginOidc(service, { organizationId });
    const query = await provider.logIn(body.url, somebody());
    await asOwner(service, (owner) =>
      owner.query(`update oidc_logins set expires_at = expires_at - interval '10 minutes'`),
    );
    expect(outcome(await finishOidc(service, { browser, organizationId, query }))).toBe(OVER);
  });

  it('belongs to the organization whose page it comes back to', async () => {
    await service.createOrganization('other-org');
    const { body, browser } = await beginOidc(service, { organizationId });
    const query = await provider.logIn(body.url, somebody());
    const elsewhere = { browser, organizationId: 'other-org', query };
    expect(outcome(await finishOidc(service, elsewhere))).toBe(OVER);
  });

  it('is not finished with two states, and not with another provider than it began with', async () => {
    const { body, browser } = await beginOidc(service, { organizationId });
    const query = await provider.logIn(body.url, somebody());
    const twice = { browser, organizationId, query: `${query}&state=another` };
    expect(outcome(await finishOidc(service, twice))).toBe(OVER);
    await asOwner(service, (owner) =>
      owner.query(`update oidc_logins set issuer = 'https://before.example'`),
    );
    expect(outcome(await finishOidc(service, { browser, organizationId, query }))).toBe(OVER);
  });

  it('begins a session of its own: a cookie from before is not taken over', async () => {
    const first = await logInAt(service, provider, { organizationId, claims: claimsOf('fixed') });
    const second = await logInAt(service, provider, { organizationId, claims: claimsOf('fixed') });
    expect(second.cookie).toMatch(/^[\w-]{43}$/);
    expect(second.cookie).not.toBe(first.cookie);
    expect((await clientsOf(service, first.cookie ?? '').production.get('/ext/v1/session')).status).toBe(200);
  });

  it('asks for what it checks: a code with S256, a state, a nonce, and the exact redirect URI', async () => {
    const { body } = await beginOidc(service, { organizationId });
    const { searchParams } = new URL(body.url);
    expect(Object.fromEntries(searchParams)).toMatchObject({
      ...{ response_type: 'code', code_challenge_method: 'S256', client_id: 'tallymark' },
      scope: 'openid email profile',
      redirect_uri: `${service.app.deployment.homeUrl}/console/oidc/default`,
    });
    for (const name of ['state', 'nonce', 'code_challenge'])
      expect(searchParams.get(name)).toMatch(/^[\w-]{43}$/);
    const rows = await asOwner(service, (owner) => owner.query('select * from oidc_logins'));
    for (const name of ['state', 'nonce'])
      expect(JSON.stringify(rows.rows)).not.toContain(searchParams.get(name));
  });

  it.each([
    ['/console/sandbox/invoices?status=DUE', '201 /console/sandbox/invoices?status=DUE'],
    [undefined, '201 /console/'],
    ['https://evil.example/', '400 RETURN_TO_INVALID'],
    ['//evil.example/', '400 RETURN_TO_INVALID'],
    ['/console/..//evil.example', '400 RETURN_TO_INVALID'],
    ['/v1/customers', '400 RETURN_TO_INVALID'],
  ])('leads back to %s: %s', async (returnTo, expected) => {
    const begun = await beginOidc(service, { organizationId, ...(returnTo && { returnTo }) });
    if (begun.status !== 201) return expect(outcome(begun)).toBe(expected);
    const query = await provider.logIn(begun.body.url, somebody());
    const { status, body } = await finishOidc(service, { browser: begun.browser, organizationId, query });
    expect(`${status} ${body.returnTo}`).toBe(expected);
  });
});

it('keys that are rotated between two logins, and during one, are found', async () => {
  const { body, browser } = await beginOidc(service, { organizationId });
  await provider.rotateKeys();
  const query = await provider.logIn(body.url, somebody());
  expect((await finishOidc(service, { browser, organizationId, query })).status).toBe(201);
  await provider.rotateKeys();
  expect((await logInAt(service, provider, { organizationId, claims: somebody() })).status).toBe(201);
});

it('what the ID token lacks is read from the user info, of the same subject only', async () => {
  const { sub, ...profile } = somebody();
  provider.userInfo = { sub, ...profile };
  expect((await logInAt(service, provider, { organizationId, claims: { sub } })).status).toBe(201);
  provider.userInfo = { ...profile, sub: 'somebody else' };
  const reply = await logInAt(service, provider, { organizationId, claims: { sub: 'first' } });
  expect(outcome(reply)).toBe(INVALID);
});

it('a provider out of reach, or with other metadata, is told apart from a rejected login', async () => {
  provider.metadata = { issuer: 'https://evil.example' };
  expect(outcome(await beginOidc(service, { organizationId }))).toBe(INVALID);
  provider.metadata = { authorization_endpoint: 'javascript:alert(1)' };
  expect(outcome(await beginOidc(service, { organizationId }))).toBe(INVALID);
  provider.metadata = { token_endpoint: 'http://127.0.0.1:1/token' };
  const reply = await logInAt(service, provider, { organizationId, claims: somebody() });
  expect(outcome(reply)).toBe('503 IDENTITY_PROVIDER_UNREACHABLE');
});

async function countWaiting(owner: Client): Promise<number> {
  // A transaction keeps what it has seen of the activity.
  await owner.query('select pg_stat_clear_snapshot()');
  const { rows } = await owner.query(
    `select count(*)::int as n from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows[0].n;
}
