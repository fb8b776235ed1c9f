import { findKeyById, isUsable, type KeyFacts } from '#areas/api-keys/index.ts';
import type { Database } from '#platform/db/database.ts';
import type { Authenticate } from '#platform/http/auth.ts';
import type { Environment } from '#platform/http/operation.ts';
import type { PortalView } from '#platform/http/portal-view.ts';
import { shortLivedCache } from '#platform/http/short-lived-cache.ts';
import { claimedAudience, type TokenSigner } from '#platform/http/signed-tokens.ts';
import { unauthenticated } from '#platform/problem.ts';
import { PORTAL_AUDIENCE } from './issue-token.ts';
import { findTokenFacts, type TokenFacts } from './store/tokens.ts';

export interface PortalCheck {
  /** Whether a credential has the form of a portal token; `authenticate` verifies it. */
  isPortalToken(credential: string): boolean;
  authenticate: Authenticate;
}

interface Known {
  facts: TokenFacts;
  /** The key with which the token ends; null for a login by password. */
  key: KeyFacts | null;
  view: PortalView;
}

/**
 * Checks portal tokens against the current grants. Each token belongs to a customer, and to the key that
 * issued it, a contact who logged in, or both, and ends with any of them.
 */
export function portalCheck(database: Database, signer: TokenSigner): PortalCheck {
  const remember = shortLivedCache<Known>();
  const find = (orgId: number, jti: string) =>
    database.transaction({ orgId, access: 'read' }, async (tx): Promise<Known | null> => {
      const facts = await findTokenFacts(tx, { orgId }, jti);
      const view = facts && viewOf(facts);
      if (!facts || !view) return null;
      if (facts.apiKeyId === null) return { facts, key: null, view };
      const key = await findKeyById(tx, { orgId }, facts.apiKeyId);
      // Absent on tokens issued before rotations were counted: these belong to the first secret.
      const isOfSecret = key?.keyRotation === (facts.apiKeyVersion ?? 1);
      return key && isOfSecret ? { facts, key, view } : null;
    });
  return {
    isPortalToken: (credential) =>
      credential.startsWith('eyJ') && claimedAudience(credential) === PORTAL_AUDIENCE,
    authenticate: async (token, environment) => {
      const { oid, jti, exp } = (await signer.read(token, PORTAL_AUDIENCE)) ?? {};
      if (typeof oid !== 'number' || typeof jti !== 'string' || typeof exp !== 'number')
        throw unauthenticated();
      const known = await remember(`${oid}:${jti}`, () => find(oid, jti));
      if (!known || !isGood(known, environment)) throw unauthenticated();
      const { facts, view } = known;
      // A suspended organization is read-only.
      const isSuspended = facts.organizationStatus === 'SUSPENDED';
      return {
        org: { orgId: oid, id: facts.organizationId, environment },
        credentialId: jti,
        keyRotation: 0,
        scopes: new Set(),
        token,
        expiresAt: Temporal.Instant.fromEpochMilliseconds(exp * 1000),
        portal: isSuspended ? { ...view, mode: 'READ' } : view,
      };
    },
  };
}

function isGood({ facts, key }: Known, environment: Environment): boolean {
  if (key) return isUsable(key, environment);
  return facts.organizationStatus !== 'CLOSED' && facts.environment === environment;
}

/** The current access of a token. Null if it has none. */
function viewOf(facts: TokenFacts): PortalView | null {
  const { customerId, customerStatus, username, mode, customerAccountIds, customerPlatformIds } = facts;
  if (customerStatus !== 'ACTIVE' || (username !== null && !facts.hasLoginAccess)) return null;
  const granted = new Set(
    username === null || facts.contactHasAllAccounts ? customerAccountIds : facts.grantedIds,
  );
  const issued = new Set(facts.hasAllAccounts ? customerAccountIds : facts.accountIds);
  const all = new Set(customerAccountIds);
  const accountIds = all.intersection(granted).intersection(issued);
  if (accountIds.size === 0) return null;
  return {
    customerId,
    accountIds,
    customerAccountIds: all,
    idsByPlatformId: new Map(customerPlatformIds.map((id, i) => [id, customerAccountIds[i] ?? ''])),
    mode: mode === 'WRITE' && facts.contactMode === 'WRITE' ? 'WRITE' : 'READ',
    contact: username,
  };
}
