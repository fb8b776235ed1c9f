import { realNow } from '#platform/db/clock.ts';
import type { Database } from '#platform/db/database.ts';
import type { Authenticate } from '#platform/http/auth.ts';
import type { Actor, Environment, Scope } from '#platform/http/operation.ts';
import { unauthenticated } from '#platform/problem.ts';
import type { AccessTokens } from './access-tokens.ts';
import { hashSecret } from './create-key.ts';
import { findKeyByHash, findKeyById, type KeyFacts } from './store.ts';

/** How long a key's facts may be remembered: the time within which another process sees a revocation. */
const MEMORY_MS = 1000;
const MAX_REMEMBERED = 10_000;

export interface CredentialCheck {
  authenticate: Authenticate;
}

interface Remembered {
  facts: KeyFacts;
  readAt: number;
}

/**
 * Checks bearer credentials: a key's secret, or a token made from a key, against the stored key every time.
 */
export function credentialCheck(database: Database, tokens: AccessTokens): CredentialCheck {
  const remembered = new Map<string, Remembered>();
  const remember = async (name: string, find: () => Promise<KeyFacts | null>): Promise<KeyFacts | null> => {
    const known = remembered.get(name);
    if (known && performance.now() - known.readAt < MEMORY_MS) return known.facts;
    const facts = await find();
    if (remembered.size >= MAX_REMEMBERED) remembered.clear();
    if (facts) remembered.set(name, { facts, readAt: performance.now() });
    else remembered.delete(name);
    return facts;
  };
  const bySecret = (secret: string) => {
    const hash = hashSecret(secret);
    const credential = hash.toString('hex');
    return remember(credential, () =>
      database.transaction({ orgId: null, access: 'read', isDirectory: true, credential }, (tx) =>
        findKeyByHash(tx, hash),
      ),
    );
  };
  const byToken = async (token: string) => {
    const claims = await tokens.read(token);
    if (!claims) return null;
    const { orgId, credentialId } = claims;
    return remember(`${orgId}:${credentialId}`, () =>
      database.transaction({ orgId, access: 'read' }, (tx) => findKeyById(tx, { orgId }, credentialId)),
    );
  };
  return {
    authenticate: async (credential, environment) => {
      const isToken = credential.startsWith('eyJ');
      const facts = isToken ? await byToken(credential) : await bySecret(credential);
      return actorOf(facts, environment, isToken ? credential : null);
    },
  };
}

function actorOf(facts: KeyFacts | null, environment: Environment, token: string | null): Actor {
  const isUsable =
    facts !== null &&
    facts.status === 'ACTIVE' &&
    facts.organizationStatus !== 'CLOSED' &&
    facts.environment === environment &&
    (facts.expiresAt === null || Temporal.Instant.compare(facts.expiresAt, realNow()) > 0);
  if (!isUsable) throw unauthenticated();
  return {
    org: { orgId: facts.orgId, id: facts.organizationId, environment },
    credentialId: facts.id,
    scopes: new Set(usableScopes(facts)),
    token,
  };
}

/** A suspended organization can be read, and nothing of it changes. */
function usableScopes({ organizationStatus, scopes }: KeyFacts): Scope[] {
  return organizationStatus === 'SUSPENDED' ? scopes.filter((scope) => scope.endsWith(':read')) : scopes;
}
