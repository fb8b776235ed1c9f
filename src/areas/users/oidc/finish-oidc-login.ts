import { realNow } from '#platform/db/clock.ts';
import type { AnonymousContext } from '#platform/http/anonymous-context.ts';
import { hashOf } from '#platform/logins/secrets.ts';
import type { BegunSession } from '../begin-session.ts';
import { oidcLoginOver } from '../problems.ts';
import { findLoginOrgByNumber } from '../store/identity-providers.ts';
import { findOidcLogin, takeOidcLogin } from '../store/linked-identities.ts';
import type { OidcLoginsTable } from '../tables.ts';
import { admitIdentity } from './admit-identity.ts';
import { secretsOf } from './begin-oidc-login.ts';
import { readIdentity } from './identity.ts';
import { claimsOf } from './provider-client.ts';
import { accessOf, type OrgWithProvider, readProvider, redirectUriOf } from './provider-of.ts';

interface Sent {
  organizationId: string;
  /** That of the page to which the provider has sent the browser. */
  query: string;
}

/**
 * Begins a session for somebody whom the identity provider of an organization vouches for. Raises
 * `oidcLoginOver`, and the problems of `claimsOf` and `admitIdentity`.
 */
export async function finishOidcLogin(
  context: AnonymousContext,
  { organizationId, query }: Sent,
): Promise<{ begun: BegunSession; returnTo: string }> {
  const { database, deployment, browser } = context;
  const parameters = new URLSearchParams(query);
  const [state = '', ...others] = parameters.getAll('state');
  if (browser === null || others.length > 0) throw oidcLoginOver();
  const { login, ...found } = await findLogin(context, { state, browser, organizationId });
  // Whatever the provider says: the response is good once.
  const { orgId } = login;
  const isTaken = await database.transaction({ orgId, access: 'write' }, (tx) => takeOidcLogin(tx, login));
  if (!isTaken) throw oidcLoginOver();
  const { org, provider } = found;
  const response = new URL(redirectUriOf(deployment, org));
  response.search = parameters.toString();
  const { groupsClaim } = provider;
  const claims = await claimsOf(deployment, accessOf(deployment, provider), {
    ...{ response, secrets: secretsOf(state, browser) },
    needed: ['email', 'email_verified', 'name', ...(groupsClaim === null ? [] : [groupsClaim])],
  });
  const identity = readIdentity(claims, groupsClaim);
  return { begun: await admitIdentity(context, found, identity), returnTo: login.returnTo };
}

/** The login has begun in this browser, for this organization, and with the provider that it has now. */
async function findLogin(
  { database }: AnonymousContext,
  { state, browser, organizationId }: { state: string; browser: string; organizationId: string },
): Promise<OrgWithProvider & { login: OidcLoginsTable }> {
  const hash = hashOf(state);
  const scope = { orgId: null, access: 'read', isDirectory: true, credential: hash } as const;
  const { login, org } = await database.transaction(scope, async (tx) => {
    const found = await findOidcLogin(tx, { hash, now: realNow() });
    return { login: found, org: found && (await findLoginOrgByNumber(tx, found)) };
  });
  if (!login || login.browserHash !== hashOf(browser) || org?.id !== organizationId) throw oidcLoginOver();
  const provider = await readProvider(database, login);
  if (provider?.issuer !== login.issuer) throw oidcLoginOver();
  return { login, org, provider };
}
