import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { allowDomain, claimsOf, logInAt, outcome, settingsOf } from '#test/oidc.ts';
import { addPerson, asOwner, clientsOf } from '#test/people.ts';
import { forgetting } from '#test/portal.ts';
import { type Client, client, useService } from '#test/running-app.ts';
import { type ScriptedProvider, scriptedProvider } from '#test/scripted-identity-provider.ts';
import { LOCAL_TARGETS } from '#test/webhook-receiver.ts';

const service = useService(LOCAL_TARGETS);
const PATH = '/ext/v1/identity_provider';
let provider: ScriptedProvider;
beforeAll(async () => {
  provider = await scriptedProvider();
  await allowDomain(service, 'default');
});
beforeEach(() => provider.reset());

const put = async (body: object, by: Client = service.production) => outcome(await by.put(PATH, body));

describe('PUT /ext/v1/identity_provider', () => {
  it('200, and the secret is stored sealed; the audit log has the change without it', async () => {
    const person = await addPerson(service, { name: 'Zoe Example' });
    expect((await person.production.put(PATH, settingsOf(provider))).status).toBe(200);
    const { rows } = await asOwner(service, (owner) =>
      owner.query('select client_secret from identity_providers'),
    );
    expect(rows[0].client_secret).not.toContain(provider.clientSecret);
    const { text, body } = await service.production.get('/ext/v1/audit_log?entity_type=IDENTITY_PROVIDER');
    expect(text).not.toContain(rows[0].client_secret);
    expect(body.data[0]).toMatchObject({
      actor: { name: 'Zoe Example' },
      ...{ action: 'CREATED', operationId: 'setIdentityProvider', after: { clientId: 'tallymark' } },
    });
  });

  it('200 and the secret stays where none is sent; 400 for another client without one', async () => {
    const { clientSecret: _none, ...sent } = settingsOf(provider, { name: 'Renamed' });
    expect(await put(sent)).toBe('200');
    expect(
      (await logInAt(service, provider, { organizationId: 'default', claims: claimsOf('a') })).status,
    ).toBe(201);
    expect(await put({ ...sent, clientId: 'another' })).toBe('400 CLIENT_SECRET_MISSING');
    expect(await put({ ...sent, issuer: `${provider.issuer}/` })).toBe('400 CLIENT_SECRET_MISSING');
  });

  it('200 and the sessions of the provider before end when the client changes', async () => {
    const claims = claimsOf('ended');
    const { cookie } = await logInAt(service, provider, { organizationId: 'default', claims });
    const { production } = clientsOf(service, cookie ?? '');
    const other = { ...settingsOf(provider), clientId: 'another client' };
    expect(await put(other)).toBe('200');
    await forgetting();
    expect((await production.get('/customers')).status).toBe(401);
    expect(await put(settingsOf(provider))).toBe('200');
  });

  it.each<[string, (issuer: string) => string, Record<string, unknown>]>([
    ['plain HTTP elsewhere', () => 'http://127.0.0.1:1', {}],
    ['no URL', () => 'acme', {}],
    ['a file', () => 'file:///etc/passwd', {}],
    ['a URL with a password', (issuer) => issuer.replace('//', '//a:b@'), {}],
    ['no metadata', (issuer) => `${issuer}/tenant`, {}],
    // Whoever has an account there could log in here.
    ['metadata of another issuer', (issuer) => issuer, { issuer: 'https://login.example/{tenantid}' }],
    ['no keys', (issuer) => issuer, { jwks_uri: undefined }],
    ['an endpoint that runs code', (issuer) => issuer, { authorization_endpoint: 'javascript:alert(1)' }],
  ])('400 for an issuer with %s', async (_, issuerOf, metadata) => {
    provider.metadata = metadata;
    const body = { ...settingsOf(provider), issuer: issuerOf(provider.issuer) };
    expect(await put(body)).toBe('400 IDENTITY_PROVIDER_UNFIT');
  });

  it('400 for no role or two, groups that repeat, and domains that are not allowed', async () => {
    const group = (more: object) => settingsOf(provider, { groupRoles: [{ group: 'a', ...more }] });
    expect(await put(group({}))).toBe('400 ROLE_AMBIGUOUS');
    expect(await put(group({ role: 'ANALYST', customRoleId: 'role.x' }))).toBe('400 ROLE_AMBIGUOUS');
    expect(await put(group({ customRoleId: 'role.none' }))).toBe('404 ROLE_NOT_FOUND');
    const twice = ['ANALYST', 'FINANCE'].map((role) => ({ group: 'a', role }));
    expect(await put(settingsOf(provider, { groupRoles: twice }))).toBe('400 GROUPS_REPEATED');
    const elsewhere = settingsOf(provider, { emailDomains: ['acme.example', 'gmail.example'] });
    expect(await put(elsewhere)).toBe('400 EMAIL_DOMAIN_NOT_ALLOWED');
  });

  it('403 for a caller that lacks any scope: the provider says who is an administrator', async () => {
    const { secret } = await service.production.must.post('/ext/v1/api_keys', {
      ...{ name: 'x', scopes: ['org:read', 'org:write'] },
    });
    const weak = client(service.app, '', secret);
    expect(await put(settingsOf(provider), weak)).toBe('403 ROLE_SCOPE_NOT_HELD');
    const analyst = await addPerson(service, { role: 'ANALYST' });
    expect(await put(settingsOf(provider), analyst.production)).toBe('403 FORBIDDEN');
  });

  it('400 to require a provider with which nobody has logged in', async () => {
    const { production } = await service.createOrganization('untried');
    await allowDomain(service, 'untried');
    const required = settingsOf(provider, { isRequired: true });
    expect(await put(required, production)).toBe('400 IDENTITY_PROVIDER_UNTRIED');
    expect(await put(settingsOf(provider), production)).toBe('200');
    await logInAt(service, provider, { organizationId: 'untried', claims: claimsOf('tried') });
    expect(await put(required, production)).toBe('200');
  });

  it('a role that a group gives cannot be deleted', async () => {
    const { id } = await service.production.must.post('/ext/v1/roles', {
      name: 'Kept',
      scopes: ['org:read'],
    });
    await put(settingsOf(provider, { groupRoles: [{ group: 'a', customRoleId: id }] }));
    expect(outcome(await service.production.delete(`/ext/v1/roles/${id}`))).toBe('409 ROLE_IN_USE');
    await put(settingsOf(provider));
    expect(outcome(await service.production.delete(`/ext/v1/roles/${id}`))).toBe('200');
  });
});

describe('PUT /ext/v1/identity_provider without local targets', () => {
  const strict = useService();

  it.each(['http://127.0.0.1:8080', 'https://127.0.0.1', 'https://169.254.169.254', 'https://localhost'])(
    '400 for %s, and nothing is requested',
    async (issuer) => {
      const before = provider.requests.length;
      const body = { ...settingsOf(provider, { emailDomains: [] }), issuer };
      expect(await put(body, strict.production)).toBe('400 IDENTITY_PROVIDER_UNFIT');
      expect(provider.requests).toHaveLength(before);
    },
  );
});
