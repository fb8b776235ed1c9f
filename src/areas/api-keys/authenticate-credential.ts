import { realNow } from '#platform/db/clock.ts';
import type { Database } from '#platform/db/database.ts';
import type { Authenticate } from '#platform/http/auth.ts';
import { briefMemory } from '#platform/http/brief-memory.ts';
import type { Environment, Scope } from '#platform/http/operation.ts';
import { unauthenticated } from '#platform/problem.ts';
import type { AccessTokens } from './access-tokens.ts';
import { hashSecret } from './create-key.ts';
import { findKeyByHash, findKeyById, type KeyFacts } from './store.ts';

export interface CredentialCheck {
  authenticate: Authenticate;
}

/**
 * Checks bearer credentials: a key's secret, or a token made from a key, against the stored key every time.
 */
export function credentialCheck(database: Database, tokens: AccessTokens): CredentialCheck {
  const remember = briefMemory<KeyFacts>();
  const bySecret = async (secret: string): Promise<Presented | null> => {
    const hash = hashSecret(secret);
    const credential = hash.toString('hex');
    const facts = await remember(credential, () =>
      database.transaction({ orgId: null, access: 'read', isDirectory: true, credential }, (tx) =>
        findKeyByHash(tx, hash),
      ),
    );
    return facts && { facts, token: null, expiresAt: facts.expiresAt };
  };
  const byToken = async (token: string): Promise<Presented | null> => {
    const claims = await tokens.read(token);
    if (!claims) return null;
    const { orgId, credentialId, expiresAt } = claims;
    const facts = await remember(`${orgId}:${credentialId}`, () =>
      database.transaction({ orgId, access: 'read' }, (tx) => findKeyById(tx, { orgId }, credentialId)),
    );
    return facts && { facts, token, expiresAt: earlier(expiresAt, facts.expiresAt) };
  };
  return {
    authenticate: async (credential, environment) => {
      const presented = await (credential.startsWith('eyJ') ? byToken(credential) : bySecret(credential));
      if (!presented || !isUsable(presented.facts, environment)) throw unauthenticated();
      const { facts, token, expiresAt } = presented;
      return {
        org: { orgId: facts.orgId, id: facts.organizationId, environment },
        credentialId: facts.id,
        scopes: new Set(usableScopes(facts)),
        token,
        expiresAt,
        portal: null,
      };
    },
  };
}

/** A credential as it came, with what is known of its key. */
interface Presented {
  facts: KeyFacts;
  token: string | null;
  expiresAt: Temporal.Instant | null;
}

/** Whether a key is good now, in real time, for the environment that it is shown to. */
export function isUsable(facts: KeyFacts, environment: Environment): boolean {
  return (
    facts.status === 'ACTIVE' &&
    facts.organizationStatus !== 'CLOSED' &&
    facts.environment === environment &&
    (facts.expiresAt === null || Temporal.Instant.compare(facts.expiresAt, realNow()) > 0)
  );
}

/** A suspended organization can be read, and nothing of it changes. */
function usableScopes({ organizationStatus, scopes }: KeyFacts): Scope[] {
  return organizationStatus === 'SUSPENDED' ? scopes.filter((scope) => scope.endsWith(':read')) : scopes;
}

function earlier(a: Temporal.Instant, b: Temporal.Instant | null): Temporal.Instant {
  return b && Temporal.Instant.compare(b, a) < 0 ? b : a;
}
