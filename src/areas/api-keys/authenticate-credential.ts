import { scopesUnder } from '#areas/organizations/index.ts';
import { realNow } from '#platform/db/clock.ts';
import type { Database, Tx } from '#platform/db/database.ts';
import type { Authenticate } from '#platform/http/auth.ts';
import type { Actor, Environment, Org, Scope } from '#platform/http/operation.ts';
import { shortLivedCache } from '#platform/http/short-lived-cache.ts';
import { type Problem, unauthenticated } from '#platform/problem.ts';
import type { AccessTokens } from './access-tokens.ts';
import { allowedScopes } from './describe-key.ts';
import { secretNames } from './secret-names.ts';
import { findKeyByHash, findKeyById, type KeyFacts } from './store.ts';

export interface CredentialCheck {
  authenticate: Authenticate;
}

/**
 * Checks bearer credentials, a key's secret or a token issued for a key, against the stored key on every
 * request.
 */
export function credentialCheck(database: Database, tokens: AccessTokens): CredentialCheck {
  const remember = shortLivedCache<KnownKey>();
  const names = secretNames();
  const byId = async (orgId: number, id: string) =>
    knownKey(await database.transaction({ orgId, access: 'read' }, (tx) => findKeyById(tx, { orgId }, id)));
  const bySecret = (secret: string) => {
    const credential = names.of(secret);
    const known = remember(credential, async () => {
      const scope = { orgId: null, access: 'read', isDirectory: true, credential } as const;
      const found = await database.transaction(scope, (tx) =>
        findKeyByHash(tx, Buffer.from(credential, 'hex')),
      );
      // Only the organization can read the ancestors of a key, and it is known only now.
      return found?.parentId ? byId(found.orgId, found.id) : knownKey(found && { ...found, above: [] });
    });
    // Only a cached credential is proven: the secret of an unknown key is never cached.
    if (!(known instanceof Promise)) names.keep(secret, credential);
    return known;
  };
  const byToken = async (token: string, environment: Environment): Promise<Actor> => {
    const claims = await tokens.read(token);
    if (!claims) throw unauthenticated();
    const { orgId, credentialId, expiresAt, keyRotation } = claims;
    const known = await remember(`${orgId}:${credentialId}`, () => byId(orgId, credentialId));
    const actor = actorOf(known, environment);
    if (actor.keyRotation !== keyRotation) throw unauthenticated();
    return { ...actor, token, expiresAt: earlier(expiresAt, actor.expiresAt) };
  };
  return {
    authenticate: (credential, environment) => {
      if (credential.startsWith('eyJ')) return byToken(credential, environment);
      const known = bySecret(credential);
      return known instanceof Promise
        ? known.then((found) => actorOf(found, environment))
        : actorOf(known, environment);
    },
  };
}

/** A key and its actor, shared by all requests within the second for which it is cached. */
interface KnownKey {
  facts: KeyFacts;
  actor: Actor;
}

function knownKey(facts: KeyFacts | null): KnownKey | null {
  if (!facts) return null;
  const { orgId, organizationId, environment, id, expiresAt, keyRotation } = facts;
  const org = { orgId, id: organizationId, environment };
  const scopes = new Set(scopesUnder(facts.organizationStatus, allowedScopes(facts)));
  const actor = { org, credentialId: id, keyRotation, scopes, token: null, expiresAt, portal: null };
  return { facts, actor };
}

function actorOf(known: KnownKey | null, environment: Environment): Actor {
  if (!known) throw unauthenticated();
  if (!isUsable(known.facts, environment)) throw rejectedKey(known.facts);
  return known.actor;
}

/** The same response as for an unknown key; the request log of the organization shows the attempt. */
function rejectedKey({ orgId, id }: KeyFacts): Problem {
  const problem = unauthenticated();
  problem.facts = { rejectedKey: { orgId, keyId: id } };
  return problem;
}

/** Whether a key is valid now, in real time, in this environment, and all its ancestors are valid too. */
export function isUsable(facts: KeyFacts, environment: Environment): boolean {
  return (
    [facts, ...facts.above].every(isAlive) &&
    facts.organizationStatus !== 'CLOSED' &&
    facts.environment === environment
  );
}

/** A key of the organization that is valid now, with its effective scopes; null for any other. */
export async function findUsableKey(
  tx: Tx,
  org: Org,
  id: string,
): Promise<{ scopes: ReadonlySet<Scope>; keyRotation: number } | null> {
  const facts = await findKeyById(tx, org, id);
  if (!facts || !isUsable(facts, org.environment)) return null;
  const scopes = new Set(scopesUnder(facts.organizationStatus, allowedScopes(facts)));
  return { scopes, keyRotation: facts.keyRotation };
}

function isAlive({ status, expiresAt }: Pick<KeyFacts, 'status' | 'expiresAt'>): boolean {
  const isOver = expiresAt !== null && Temporal.Instant.compare(expiresAt, realNow()) <= 0;
  return status === 'ACTIVE' && !isOver;
}

function earlier(a: Temporal.Instant, b: Temporal.Instant | null): Temporal.Instant {
  return b && Temporal.Instant.compare(b, a) < 0 ? b : a;
}
