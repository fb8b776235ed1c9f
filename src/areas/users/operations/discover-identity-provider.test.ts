import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { outcome } from '#test/oidc.ts';
import { addPerson } from '#test/people.ts';
import { useService } from '#test/running-app.ts';
import { type ScriptedProvider, scriptedProvider } from '#test/scripted-identity-provider.ts';
import { LOCAL_TARGETS } from '#test/webhook-receiver.ts';

const service = useService(LOCAL_TARGETS);
const PATH = '/ext/v1/identity_provider/discovery';
let provider: ScriptedProvider;
beforeAll(async () => {
  provider = await scriptedProvider();
});
beforeEach(() => provider.reset());

describe('POST /ext/v1/identity_provider/discovery', () => {
  it('200 with what the provider says about itself, and nothing is stored', async () => {
    provider.metadata = { scopes_supported: ['openid', 'groups', 7], claims_supported: 'all' };
    const { issuer } = provider;
    const { status, body } = await service.production.post(PATH, { issuer });
    expect([status, body]).toMatchObject([200, { issuer, scopes: ['openid', 'groups'], claims: [] }]);
    expect(body.authorizationEndpoint).toMatch(/^http:\/\/127\.0\.0\.1/);
    const { provider: stored } = await service.production.must.get('/ext/v1/identity_provider');
    expect(stored).toBeUndefined();
  });

  it.each<[string, (issuer: string) => string, Record<string, unknown>]>([
    ['no URL', () => 'acme', {}],
    ['a URL with a password', (issuer) => issuer.replace('//', '//a:b@'), {}],
    ['no metadata', (issuer) => `${issuer}/tenant`, {}],
    ['metadata of another issuer', (issuer) => issuer, { issuer: 'https://login.example/{tenantid}' }],
    ['no keys', (issuer) => issuer, { jwks_uri: undefined }],
  ])('400 for %s', async (_, issuerOf, metadata) => {
    provider.metadata = metadata;
    const reply = await service.production.post(PATH, { issuer: issuerOf(provider.issuer) });
    expect(outcome(reply)).toBe('400 IDENTITY_PROVIDER_UNFIT');
  });

  it('403 for whoever only reads: it makes the service send requests', async () => {
    const analyst = await addPerson(service, { role: 'ANALYST' });
    const reply = await analyst.production.post(PATH, { issuer: provider.issuer });
    expect(outcome(reply)).toBe('403 FORBIDDEN');
    expect(provider.requests).toEqual([]);
  });
});

describe('POST /ext/v1/identity_provider/discovery without local targets', () => {
  const strict = useService();

  it.each(['http://127.0.0.1:8080', 'https://127.0.0.1', 'https://169.254.169.254'])(
    '400 for %s, and nothing is requested',
    async (issuer) => {
      expect(outcome(await strict.production.post(PATH, { issuer }))).toBe('400 IDENTITY_PROVIDER_UNFIT');
      expect(provider.requests).toEqual([]);
    },
  );
});
