import { beforeAll, describe, expect, it } from 'vitest';
import { allowDomain, settingsOf } from '#test/oidc.ts';
import { addPerson } from '#test/people.ts';
import { useService } from '#test/running-app.ts';
import { scriptedProvider } from '#test/scripted-identity-provider.ts';
import { LOCAL_TARGETS } from '#test/webhook-receiver.ts';

const service = useService(LOCAL_TARGETS);
beforeAll(() => allowDomain(service, 'default'));

describe('GET /ext/v1/identity_provider', () => {
  it('200 with what to register at the provider, before there is one', async () => {
    const { homeUrl } = service.app.deployment;
    expect(await service.production.must.get('/ext/v1/identity_provider')).toEqual({
      redirectUri: `${homeUrl}/console/oidc/default`,
      loginUrl: `${homeUrl}/console/?organization=default`,
      allowedEmailDomains: ['acme.example'],
    });
    const sandbox = await service.sandbox.must.get('/ext/v1/identity_provider');
    expect(sandbox.redirectUri).toBe(`${homeUrl}/console/sandbox/oidc/default`);
  });

  it('200 with the provider and without its secret, for whoever reads the organization', async () => {
    const provider = await scriptedProvider();
    const groupRoles = [{ group: 'billing', role: 'FINANCE' }];
    const sent = settingsOf(provider, { groupsClaim: 'groups', groupRoles });
    await service.production.must.put('/ext/v1/identity_provider', sent);
    const analyst = await addPerson(service, { role: 'ANALYST' });
    const { status, body, text } = await analyst.production.get('/ext/v1/identity_provider');
    const { clientSecret, ...shown } = sent;
    expect([status, body.provider]).toMatchObject([200, shown]);
    expect(text).not.toContain(clientSecret);
  });
});
