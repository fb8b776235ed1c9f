import { beforeAll, describe, expect, it } from 'vitest';
import { allowDomain, beginOidc, claimsOf, finishOidc, logInAt, outcome, settingsOf } from '#test/oidc.ts';
import { asOwner, clientsOf, sendAsPage } from '#test/people.ts';
import { useService } from '#test/running-app.ts';
import { type ScriptedProvider, scriptedProvider } from '#test/scripted-identity-provider.ts';
import { LOCAL_TARGETS } from '#test/webhook-receiver.ts';

const service = useService(LOCAL_TARGETS);
const organizationId = 'default';
let provider: ScriptedProvider;
beforeAll(async () => {
  provider = await scriptedProvider();
  provider.reset();
  await allowDomain(service, organizationId);
  await service.production.must.put('/ext/v1/identity_provider', settingsOf(provider));
});

describe('POST /ext/v1/sessions/oidc', () => {
  it('201 with a session, and where the login leads; the audit log has who and how', async () => {
    const claims = claimsOf('yara');
    const { status, body, cookie } = await logInAt(service, provider, { organizationId, claims });
    expect([status, body]).toEqual([201, { returnTo: '/console/' }]);
    const session = await clientsOf(service, cookie ?? '').production.must.get('/ext/v1/session');
    expect([session.user.email, session.role]).toEqual(['yara@acme.example', 'ANALYST']);
    const { data } = await service.production.must.get(
      `/ext/v1/audit_log?entity_type=SESSION&entity_id=${session.session.id}`,
    );
    expect(data[0]).toMatchObject({
      ...{ operationId: 'logInWithOidc', actor: { type: 'USER', name: 'yara Example' } },
      after: { authenticatedBy: 'IDENTITY_PROVIDER' },
    });
  });

  it('400 for a query without a login', async () => {
    const query = '?code=x&state=y';
    const reply = await finishOidc(service, { browser: 'L'.repeat(43), organizationId, query });
    expect(outcome(reply)).toBe('400 OIDC_LOGIN_OVER');
  });

  it('403 for a page of another site', async () => {
    const { body, browser } = await beginOidc(service, { organizationId });
    const query = await provider.logIn(body.url, claimsOf('zack'));
    const headers = { cookie: `tallymark_login=${browser}`, 'sec-fetch-site': 'cross-site' };
    const reply = await sendAsPage(service, '/ext/v1/sessions/oidc', { headers, organizationId, query });
    expect(outcome(reply)).toBe('403 CROSS_SITE_REQUEST');
  });

  it('201 in a suspended organization for members, who read; 403 for those who would join', async () => {
    const { production } = await service.createOrganization('stopped');
    await allowDomain(service, 'stopped');
    await production.must.put('/ext/v1/identity_provider', settingsOf(provider));
    const claims = claimsOf('member-of-stopped');
    const logIn = (sent: Record<string, unknown>) =>
      logInAt(service, provider, { organizationId: 'stopped', claims: sent });
    expect((await logIn(claims)).status).toBe(201);
    const move = (status: string) =>
      asOwner(service, (owner) =>
        owner.query(`update organizations set status = $1 where id = 'stopped'`, [status]),
      );
    await move('SUSPENDED');
    const { cookie } = await logIn(claims);
    const session = clientsOf(service, cookie ?? '').production;
    expect([(await session.get('/customers')).status, (await session.post('/customers', {})).status]).toEqual(
      [...[200, 403]],
    );
    expect(outcome(await logIn(claimsOf('newcomer')))).toBe('403 NO_ROLE_FOR_IDENTITY');
    await move('CLOSED');
    const reply = await beginOidc(service, { organizationId: 'stopped' });
    expect(outcome(reply)).toBe('404 IDENTITY_PROVIDER_NOT_FOUND');
  });
});
