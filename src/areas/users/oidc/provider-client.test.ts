import { describe, expect, it } from 'vitest';
import type { OutboundGate } from '#platform/outbound/outbound.ts';
import { openProvider } from './provider-client.ts';

/** Providers that only exist on the network: their metadata, as they publish it. */
const METADATA = {
  authorization_endpoint: 'https://login.example/authorize',
  token_endpoint: 'https://login.example/token',
  jwks_uri: 'https://login.example/keys',
};

function open(issuer: string, published: Record<string, unknown>) {
  const outbound = {
    urlProblem: (url: string) => (url.startsWith('https:') ? null : 'must begin with https:'),
    through: () => ({
      exchange: async () => ({
        ...{ status: 200, head: null, retryAfter: null, error: null },
        ...{ body: JSON.stringify({ ...METADATA, ...published }), contentType: 'application/json' },
      }),
    }),
  } as unknown as OutboundGate;
  return openProvider({ outbound }, { issuer, clientId: 'client', secret: 'secret', scopes: ['openid'] });
}

describe('openProvider', () => {
  const MICROSOFT = 'https://login.microsoftonline.com';

  it('takes a provider that names the issuer by which it was asked, with or without a slash', async () => {
    for (const issuer of ['https://login.example', 'https://login.example/'])
      await expect(open('https://login.example', { issuer })).resolves.toBeDefined();
    const tenant = `${MICROSOFT}/11111111-2222-3333-4444-555555555555/v2.0`;
    await expect(open(tenant, { issuer: tenant })).resolves.toBeDefined();
  });

  it.each([
    // The library lets the tokens of every tenant pass for this one.
    ['a common issuer of all tenants', `${MICROSOFT}/common/v2.0`, `${MICROSOFT}/{tenantid}/v2.0`],
    [
      'a common issuer of all organizations',
      `${MICROSOFT}/organizations/v2.0`,
      `${MICROSOFT}/{tenantid}/v2.0`,
    ],
    ['another issuer', 'https://login.example', 'https://evil.example'],
  ])('rejects %s', async (_, issuer, named) => {
    await expect(open(issuer, { issuer: named })).rejects.toThrow();
  });

  it.each(['authorization_endpoint', 'token_endpoint', 'jwks_uri'])(
    'rejects a provider whose %s is missing or not allowed',
    async (name) => {
      const issuer = 'https://login.example';
      await expect(open(issuer, { issuer, [name]: undefined })).rejects.toThrow(/endpoint/);
      await expect(open(issuer, { issuer, [name]: 'http://login.example/' })).rejects.toThrow(/endpoint/);
    },
  );
});
