import type { ClientAuth, Configuration } from 'openid-client';
import type { Deployment } from '#platform/deployment.ts';
import { OutboundFailed, outboundFetch } from '#platform/outbound/outbound-fetch.ts';
import { SIGN_IN } from '#platform/outbound/permit.ts';
import { Problem } from '#platform/problem.ts';
import { providerRejected, providerResponseInvalid, providerUnreachable } from '../problems.ts';
import type { Claims } from './identity.ts';

/** A provider as the organization has configured it, with its secret opened. */
export interface ProviderAccess {
  issuer: string;
  clientId: string;
  secret: string;
  scopes: readonly string[];
}

/** What ties a login to its authorization response. */
export interface LoginSecrets {
  state: string;
  nonce: string;
  verifier: string;
}

const MAX_BYTES = 512 * 1024;
const TIMEOUT_S = 10;
/** Clocks of providers may differ by so much. */
const TOLERANCE_S = 60;

/** The library is loaded when somebody logs in through a provider. */
const library = () => import('openid-client');

/**
 * Reads the metadata of a provider, from its issuer. Nothing of it is kept: keys and endpoints are those of
 * this login. Throws the errors of the library, and `ProviderUnfit`.
 */
export async function openProvider(
  { outbound }: Pick<Deployment, 'outbound'>,
  { issuer, clientId, secret }: ProviderAccess,
): Promise<Configuration> {
  const client = await library();
  const fetch = outboundFetch(outbound.through(SIGN_IN), MAX_BYTES);
  const isPlain = new URL(issuer).protocol === 'http:';
  const authenticate: ClientAuth = (server, ...sent) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const isBasic = methods.includes('client_secret_basic');
    return (isBasic ? client.ClientSecretBasic(secret) : client.ClientSecretPost(secret))(server, ...sent);
  };
  const metadata = { [client.clockTolerance]: TOLERANCE_S };
  const configuration = await client.discovery(new URL(issuer), clientId, metadata, authenticate, {
    [client.customFetch]: fetch as never,
    timeout: TIMEOUT_S,
    execute: [
      // The signature of each ID token is checked, although it comes over TLS.
      client.enableNonRepudiationChecks,
      ...(isPlain ? [client.allowInsecureRequests] : []),
    ],
  });
  checkMetadata(configuration, issuer, outbound);
  return configuration;
}

/** A provider that answers, but not as this service needs it. */
export class ProviderUnfit extends Error {}

/** The library accepts the issuers of all tenants of some providers for a common one. */
function checkMetadata(
  configuration: Configuration,
  issuer: string,
  outbound: Pick<Deployment['outbound'], 'urlProblem'>,
): void {
  const { issuer: own, authorization_endpoint, token_endpoint, jwks_uri } = configuration.serverMetadata();
  if (!URL.canParse(own) || new URL(own).href !== new URL(issuer).href)
    throw new ProviderUnfit('the provider names another issuer');
  for (const url of [authorization_endpoint, token_endpoint, jwks_uri]) {
    const problem = url === undefined ? 'is missing' : outbound.urlProblem(url);
    if (problem) throw new ProviderUnfit(`an endpoint of the provider ${problem}`);
  }
}

interface Redirected {
  redirectUri: string;
  secrets: LoginSecrets;
  /** What the user has typed, for the form of the provider. */
  email?: string | undefined;
}

/** The URL of the provider's login. Raises `providerUnreachable`. */
export async function authorizationUrl(
  deployment: Pick<Deployment, 'outbound'>,
  access: ProviderAccess,
  { redirectUri, secrets: { state, nonce, verifier }, email }: Redirected,
): Promise<string> {
  return orProblem(async () => {
    const client = await library();
    const configuration = await openProvider(deployment, access);
    const url = client.buildAuthorizationUrl(configuration, {
      ...{ redirect_uri: redirectUri, scope: access.scopes.join(' '), state, nonce },
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      ...(email !== undefined && { login_hint: email }),
    });
    return url.href;
  });
}

/**
 * Exchanges the code of an authorization response for the claims about a person. Raises `providerRejected`,
 * `providerResponseInvalid` and `providerUnreachable`.
 */
export async function claimsOf(
  deployment: Pick<Deployment, 'outbound'>,
  access: ProviderAccess,
  { response, secrets, needed }: { response: URL; secrets: LoginSecrets; needed: readonly string[] },
): Promise<Claims> {
  return orProblem(async () => {
    const client = await library();
    const configuration = await openProvider(deployment, access);
    const tokens = await client.authorizationCodeGrant(configuration, response, {
      ...{ expectedState: secrets.state, expectedNonce: secrets.nonce },
      ...{ pkceCodeVerifier: secrets.verifier, idTokenExpected: true },
    });
    const claims = tokens.claims();
    if (!claims) throw new ProviderUnfit('the provider sent no ID token');
    const isComplete = needed.every((name) => claims[name] !== undefined);
    if (isComplete || !configuration.serverMetadata().userinfo_endpoint) return claims;
    const more = await client.fetchUserInfo(configuration, tokens.access_token, claims.sub);
    return { ...more, ...claims };
  });
}

/** Where the provider ends its own session; null if it does not say, or cannot be reached. */
export async function endSessionUrl(
  deployment: Pick<Deployment, 'outbound'>,
  access: ProviderAccess,
  returnTo: string,
): Promise<string | null> {
  try {
    const client = await library();
    const configuration = await openProvider(deployment, access);
    const { end_session_endpoint: endpoint } = configuration.serverMetadata();
    if (endpoint === undefined || deployment.outbound.urlProblem(endpoint) !== null) return null;
    return client.buildEndSessionUrl(configuration, { post_logout_redirect_uri: returnTo }).href;
  } catch {
    return null;
  }
}

async function orProblem<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    throw error instanceof Problem ? error : problemOfProvider(error);
  }
}

/** What a caller learns of an error; never what the provider has written beside its code. */
function problemOfProvider(error: unknown): Problem {
  if (isUnreachable(error)) return providerUnreachable();
  const { error: code } = error as { error?: unknown };
  return typeof code === 'string' && /^[a-z_]{1,50}$/.test(code)
    ? providerRejected({ code })
    : providerResponseInvalid({ reason: reasonOf(error) });
}

function isUnreachable(error: unknown): boolean {
  const { code, cause } = error as { code?: unknown; cause?: unknown };
  return error instanceof OutboundFailed || cause instanceof OutboundFailed || code === 'OAUTH_TIMEOUT';
}

/** A sentence of ours, or of the library. */
export function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message : 'unknown error';
  return text.replace(/[^\x20-\x7e]/g, '?').slice(0, 200);
}
