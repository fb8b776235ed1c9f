import { describe, expect, it } from 'vitest';
import { allowDomain, beginOidc, claimsOf, finishOidc, logInAt, outcome, settingsOf } from '#test/oidc.ts';
import { addPerson, clientsOf } from '#test/people.ts';
import { forgetting } from '#test/portal.ts';
import { client, useService } from '#test/running-app.ts';
import { scriptedProvider } from '#test/scripted-identity-provider.ts';
import { LOCAL_TARGETS } from '#test/webhook-receiver.ts';

const service = useService(LOCAL_TARGETS);
const PATH = '/ext/v1/identity_provider';
const organizationId = 'default';

describe('DELETE /ext/v1/identity_provider', () => {
  it('200: its sessions and logins under way end, members and their own sessions stay', async () => {
    const provider = await scriptedProvider();
    await allowDomain(service, organizationId);
    await service.production.must.put(PATH, settingsOf(provider));
    const person = await addPerson(service);
    const claims = claimsOf('member');
    const { cookie } = await logInAt(service, provider, { organizationId, claims });
    const begun = await beginOidc(service, { organizationId });
    const query = await provider.logIn(begun.body.url, claims);
    expect((await service.production.delete(PATH)).status).toBe(200);
    await forgetting();
    const { production } = clientsOf(service, cookie ?? '');
    expect((await production.get('/customers')).status).toBe(401);
    expect((await person.production.get('/customers')).status).toBe(200);
    const late = await finishOidc(service, { browser: begun.browser, organizationId, query });
    expect(outcome(late)).toBe('400 OIDC_LOGIN_OVER');
    const { data } = await service.production.must.get('/ext/v1/users?_search=member');
    expect(data).toHaveLength(1);
    expect(outcome(await service.production.delete(PATH))).toBe('404 IDENTITY_PROVIDER_NOT_FOUND');
  });

  it('403 for a caller that lacks any scope, and the provider stays', async () => {
    await service.production.must.put(PATH, settingsOf(await scriptedProvider()));
    const { secret } = await service.production.must.post('/ext/v1/api_keys', {
      ...{ name: 'x', scopes: ['org:read', 'org:write'] },
    });
    const reply = await client(service.app, '', secret).delete(PATH);
    expect(outcome(reply)).toBe('403 ROLE_SCOPE_NOT_HELD');
    expect(await service.production.must.get(PATH)).toHaveProperty('provider');
  });
});
