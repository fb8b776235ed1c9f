import { randomUUID } from 'node:crypto';
import { realNow } from '#platform/db/clock.ts';
import type { Actor, Context } from '#platform/http/operation.ts';
import type { Access } from './rules.ts';
import { insertPortalToken } from './store/tokens.ts';

export const PORTAL_AUDIENCE = 'portal';
const MAX_SECONDS = 86_400;
/** Of a person who looks at the portal as a customer does. */
const MAX_SECONDS_OF_PERSON = 3_600;

interface NewToken extends Access {
  customerId: string;
  /**
   * The key that requested the token, which ends with the key's secret; null: the contact has logged in
   * itself.
   */
  key: Pick<Actor, 'credentialId' | 'keyRotation' | 'user'> | null;
  /** Null for a delegate. */
  contact: string | null;
  /** Default: a day. */
  lifeSeconds?: number | undefined;
  /** Expiry of the requesting credential, which the token cannot outlive; null: no expiry. */
  atMostUntil: Temporal.Instant | null;
}

/** Signs a portal token and stores its grant, which every use checks. */
export async function issueToken(
  context: Pick<Context, 'tx' | 'org' | 'deployment'>,
  token: NewToken,
): Promise<string> {
  const { tx, org, deployment } = context;
  const { customerId, contact, hasAllAccounts, accountIds, mode } = token;
  // A person has no key with which the token could end, so it ends soon.
  const byPerson = token.key?.user !== undefined;
  const key = byPerson ? null : token.key;
  const jti = randomUUID();
  // Credentials expire in real time: a moved sandbox clock must not lock its users out.
  const issuedAt = realNow().round({ smallestUnit: 'second', roundingMode: 'floor' });
  const seconds = token.lifeSeconds ?? MAX_SECONDS;
  const requested = issuedAt.add({ seconds: byPerson ? Math.min(seconds, MAX_SECONDS_OF_PERSON) : seconds });
  const expiresAt = token.atMostUntil ? earlier(requested, token.atMostUntil) : requested;
  const grant = { customerId, mode, hasAllAccounts, accountIds, issuedAt, expiresAt };
  const ids = { orgId: org.orgId, jti, username: contact };
  const madeBy = { apiKeyId: key?.credentialId ?? null, apiKeyVersion: key?.keyRotation ?? null };
  await insertPortalToken(tx, { ...ids, ...madeBy, ...grant, revokedAt: null });
  const claims = {
    ...{ org: org.id, oid: org.orgId, env: org.environment, cus: customerId, mode },
    acc: hasAllAccounts ? '*' : accountIds,
    ...(contact !== null && { con: contact }),
  };
  return deployment.signer.sign({ audience: PORTAL_AUDIENCE, claims, id: jti, issuedAt, expiresAt });
}

function earlier(a: Temporal.Instant, b: Temporal.Instant): Temporal.Instant {
  return Temporal.Instant.compare(a, b) < 0 ? a : b;
}
