import { beforeAll, describe, expect, it } from 'vitest';
import { allowDomain, beginOidc, outcome, settingsOf } from '#test/oidc.ts';
import { asOwner, sendAsPage } from '#test/people.ts';
import { useService } from '#test/running-app.ts';
import { type ScriptedProvider, scriptedProvider } from '#test/scripted-identity-provider.ts';
import { LOCAL_TARGETS } from '#test/webhook-receiver.ts';

const service = useService(LOCAL_TARGETS);
const PATH = '/ext/v1/sessions/oidc_options';
const organizationId = 'default';
let provider: ScriptedProvider;
beforeAll(async () => {
  provider = await scriptedProvider();
  provider.reset();
  await allowDomain(service, organizationId);
  await service.production.must.put('/ext/v1/identity_provider', settingsOf(provider));
});

describe('POST /ext/v1/sessions/oidc_options', () => {
  it('201 with the URL of the provider, and a cookie that other sites do not send', async () => {
    const { status, body, headers } = await beginOidc(service, { organizationId });
    expect([status, new URL(body.url).origin]).toEqual([201, provider.issuer]);
    expect(headers['set-cookie']).toMatch(
      /^tallymark_login=[\w-]{43}; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax$/,
    );
  });

  it('201 with the e-mail for the form of the provider', async () => {
    const { body } = await sendAsPage(service, PATH, { organizationId, email: 'ann@acme.example' });
    expect(new URL(body.url).searchParams.get('login_hint')).toBe('ann@acme.example');
  });

  it('404 for an organization without a provider, and for none', async () => {
    await service.createOrganization('bare');
    for (const id of ['bare', 'nobody'])
      expect(outcome(await beginOidc(service, { organizationId: id }))).toBe(
        '404 IDENTITY_PROVIDER_NOT_FOUND',
      );
  });

  it('403 for a page of another site', async () => {
    const headers = { origin: 'https://evil.example' };
    expect(outcome(await sendAsPage(service, PATH, { headers, organizationId }))).toBe(
      '403 CROSS_SITE_REQUEST',
    );
  });

  it('deletes logins that are over', async () => {
    await beginOidc(service, { organizationId });
    await asOwner(service, (owner) =>
      owner.query(`update oidc_logins set expires_at = now() - interval '1 second'`),
    );
    await beginOidc(service, { organizationId });
    const { rows } = await asOwner(service, (owner) => owner.query('select from oidc_logins'));
    expect(rows).toHaveLength(1);
  });
});
