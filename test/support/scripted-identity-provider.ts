import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type CryptoKey, exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose';

/**
 * An OpenID provider that says what a test wants it to say. It checks what it is sent as a real one does:
 * the client, the redirect URI and the code verifier. oidc-provider stands in for honest ones.
 */
export interface ScriptedProvider {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Members of the metadata in place of the true ones. */
  metadata: Record<string, unknown>;
  /** Claims that the endpoint for user info adds; null: there is no such endpoint. */
  userInfo: Record<string, unknown> | null;
  /** Requests so far, as paths. */
  requests: string[];
  /** Logs somebody in at an authorization URL. Returns the query with which the browser comes back. */
  logIn(url: string, claims: Record<string, unknown>, twist?: ProviderTwist): Promise<string>;
  /** Makes a code good for a login whose secrets are known. */
  grant(
    code: string,
    of: { nonce: string; verifier: string; redirectUri: string; claims: Record<string, unknown> },
  ): Promise<void>;
  /** From here on, ID tokens are signed with another key; the old one is gone. */
  rotateKeys(): Promise<void>;
  reset(): void;
}

/** Where a response differs from that of an honest provider. */
export interface ProviderTwist {
  /** In the ID token, also `iss`, `aud`, `nonce`, `iat` and `exp`. */
  token?: Record<string, unknown>;
  /** In the authorization response; null: left out. */
  response?: Record<string, string | null>;
  isUnsigned?: boolean;
  isSignedByOther?: boolean;
  /** The code is good no more when it comes. */
  isExpired?: boolean;
}

interface Grant {
  parameters: URLSearchParams;
  claims: Record<string, unknown>;
  twist: ProviderTwist;
}

interface SigningPair {
  privateKey: CryptoKey;
  jwk: JWK;
}

let shared: Promise<ScriptedProvider> | null = null;

/** One for the process: it keeps no process alive. */
export function scriptedProvider(): Promise<ScriptedProvider> {
  shared ??= start();
  return shared;
}

let count = 0;

async function makePair(): Promise<SigningPair> {
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true });
  const jwk = await exportJWK(publicKey);
  return { privateKey, jwk: { ...jwk, kid: `key-${++count}`, alg: 'RS256', use: 'sig' } };
}

async function start(): Promise<ScriptedProvider> {
  const grants = new Map<string, Grant>();
  let pair = await makePair();
  const provider: ScriptedProvider = {
    ...{ issuer: '', clientId: 'tallymark', clientSecret: 'a secret: of the client' },
    ...{ metadata: {}, userInfo: null, requests: [] },
    logIn: async (url, claims, twist = {}) => {
      const parameters = new URL(url).searchParams;
      const code = `code-${++count}`;
      if (!twist.isExpired) grants.set(code, { parameters, claims, twist });
      const response: Record<string, string | null> = {
        ...{ code, state: parameters.get('state'), iss: provider.issuer },
        ...twist.response,
      };
      const sent = Object.entries(response).filter((each): each is [string, string] => each[1] !== null);
      return `?${new URLSearchParams(sent)}`;
    },
    grant: async (code, { nonce, verifier, redirectUri, claims }) => {
      const parameters = new URLSearchParams({
        ...{ client_id: provider.clientId, nonce, redirect_uri: redirectUri },
        code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      });
      grants.set(code, { parameters, claims, twist: {} });
    },
    rotateKeys: async () => {
      pair = await makePair();
    },
    reset: () => Object.assign(provider, { metadata: {}, userInfo: null, requests: [] }),
  };
  const server = createServer((request, response) => {
    void answer(request).then(
      ([status, body]) => respond(response, status, body),
      (error: Error) => respond(response, 500, { error: 'server_error', error_description: error.message }),
    );
  });
  const answer = async (request: IncomingMessage): Promise<[number, unknown]> => {
    const { pathname } = new URL(request.url ?? '', provider.issuer);
    provider.requests.push(pathname);
    switch (pathname) {
      case '/.well-known/openid-configuration':
        return [200, metadataOf(provider)];
      case '/jwks':
        return [200, { keys: [pair.jwk] }];
      case '/token':
        return token(provider, { request, grants, pair });
      case '/userinfo':
        return [200, provider.userInfo];
      default:
        return [404, { error: 'not_found' }];
    }
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  server.unref();
  provider.issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return provider;
}

function metadataOf({ issuer, userInfo, metadata }: ScriptedProvider): object {
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/jwks`,
    end_session_endpoint: `${issuer}/end`,
    ...(userInfo && { userinfo_endpoint: `${issuer}/userinfo` }),
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    authorization_response_iss_parameter_supported: true,
    ...metadata,
  };
}

interface TokenRequest {
  request: IncomingMessage;
  grants: Map<string, Grant>;
  pair: SigningPair;
}

async function token(
  { issuer, clientId, clientSecret }: ScriptedProvider,
  { request, grants, pair }: TokenRequest,
): Promise<[number, unknown]> {
  const sent = new URLSearchParams(await readText(request));
  const basic = [clientId, clientSecret].map(formEncoded).join(':');
  if (request.headers.authorization !== `Basic ${Buffer.from(basic).toString('base64')}`)
    return [401, { error: 'invalid_client' }];
  const code = sent.get('code') ?? '';
  const grant = grants.get(code);
  grants.delete(code);
  const challenge = createHash('sha256')
    .update(sent.get('code_verifier') ?? '')
    .digest('base64url');
  const isGood =
    grant?.parameters.get('code_challenge') === challenge &&
    grant.parameters.get('redirect_uri') === sent.get('redirect_uri');
  if (!grant || !isGood) return [400, { error: 'invalid_grant', error_description: 'an internal detail' }];
  return [
    200,
    { access_token: 'access', token_type: 'Bearer', id_token: await idToken(issuer, { grant, pair }) },
  ];
}

/** As in application/x-www-form-urlencoded, which clients encode their credentials by. */
function formEncoded(text: string): string {
  return new URLSearchParams({ _: text }).toString().slice(2);
}

async function idToken(
  issuer: string,
  { grant: { parameters, claims, twist }, pair }: { grant: Grant; pair: SigningPair },
): Promise<string> {
  const now = Math.floor(Date.now() / 1000);
  const payload = {
    ...{ iss: issuer, aud: parameters.get('client_id') ?? '', nonce: parameters.get('nonce') },
    ...{ iat: now, exp: now + 300 },
    ...claims,
    ...twist.token,
  };
  if (twist.isUnsigned) {
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    return `${part({ alg: 'none' })}.${part(payload)}.`;
  }
  const { privateKey } = twist.isSignedByOther ? await makePair() : pair;
  return new SignJWT(payload).setProtectedHeader({ alg: 'RS256', kid: pair.jwk.kid ?? '' }).sign(privateKey);
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

function respond(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
