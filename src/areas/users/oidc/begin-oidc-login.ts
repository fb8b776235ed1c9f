import { realNow } from '#platform/db/clock.ts';
import type { AnonymousContext } from '#platform/http/anonymous-context.ts';
import { hashOf, newSecret } from '#platform/logins/secrets.ts';
import { providerNotFound, returnToInvalid } from '../problems.ts';
import { insertOidcLogin } from '../store/linked-identities.ts';
import { authorizationUrl, type LoginSecrets } from './provider-client.ts';
import { accessOf, findProviderOf, redirectUriOf } from './provider-of.ts';
import { readReturnTo } from './return-to.ts';

const LIFE = { minutes: 10 };

interface Sent {
  organizationId: string;
  returnTo?: string | undefined;
  email?: string | undefined;
}

/**
 * Begins a login through the identity provider of an organization, in this browser. Returns the URL of the
 * provider, and the secret for the cookie that ties both steps to the browser. Raises `providerNotFound`,
 * `returnToInvalid` and the problems of `authorizationUrl`.
 */
export async function beginOidcLogin(
  context: AnonymousContext,
  { organizationId, email, ...sent }: Sent,
): Promise<{ url: string; browser: string }> {
  const { database, deployment, environment } = context;
  const returnTo = readReturnTo(sent.returnTo);
  if (returnTo === null) throw returnToInvalid();
  const found = await findProviderOf(database, { id: organizationId, environment });
  if (!found) throw providerNotFound();
  const { org, provider } = found;
  const [state, browser] = [newSecret(), context.browser ?? newSecret()];
  const secrets = secretsOf(state, browser);
  const redirectUri = redirectUriOf(deployment, org);
  const access = accessOf(deployment, provider);
  const url = await authorizationUrl(deployment, access, { redirectUri, secrets, email });
  const { orgId } = org;
  await database.transaction({ orgId, access: 'write' }, (tx) =>
    insertOidcLogin(tx, {
      ...{ orgId, stateHash: hashOf(state), browserHash: hashOf(browser), returnTo },
      ...{ issuer: provider.issuer, expiresAt: realNow().add(LIFE) },
    }),
  );
  return { url, browser };
}

/**
 * Nonce and code verifier follow from the state and the secret of the browser: the database has neither, and
 * only this browser can finish the login.
 */
export function secretsOf(state: string, browser: string): LoginSecrets {
  const derive = (purpose: string) =>
    Buffer.from(hashOf(`${purpose} ${browser} ${state}`), 'hex').toString('base64url');
  return { state, nonce: derive('nonce'), verifier: derive('code verifier') };
}
