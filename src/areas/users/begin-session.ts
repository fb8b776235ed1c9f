import { realNow } from '#platform/db/clock.ts';
import type { Tx } from '#platform/db/database.ts';
import { newId } from '#platform/ids.ts';
import { hashOf, newSecret } from '#platform/logins/secrets.ts';
import type { SessionLimits } from '#platform/settings/session-limits.ts';
import { updateMembership } from './store/memberships.ts';
import { insertSession, type SessionRow } from './store/sessions.ts';
import type { Authentication } from './tables.ts';

interface NewSession {
  orgId: number;
  userId: string;
  address: string;
  browser: string;
  authenticatedBy: Authentication;
  /** The session that this one continues in another organization; absent: a login. */
  from?: Pick<SessionRow, 'createdAt' | 'expiresAt'>;
}

/** A session that has begun; the secret exists only in its cookie. */
export interface BegunSession {
  id: string;
  orgId: number;
  userId: string;
  secret: string;
  /** Life of the cookie. */
  lifeMs: number;
}

/** Begins a session with a secret of its own: a cookie from before the login is never taken over. */
export async function beginSession(
  tx: Tx,
  { from, ...owner }: NewSession,
  limits: SessionLimits,
): Promise<BegunSession> {
  const now = realNow();
  const { orgId, userId } = owner;
  const { createdAt, expiresAt } = from ?? {
    createdAt: now,
    expiresAt: now.add({ milliseconds: limits.lifetimeMs }),
  };
  const [id, secret] = [newId('ses', now), newSecret()];
  await insertSession(tx, {
    ...owner,
    ...{ id, secretHash: secretHashOf(secret), createdAt, expiresAt, rotatedAt: now, lastUsedAt: now },
  });
  await updateMembership(tx, { orgId }, { userId, set: { lastLoginAt: now } });
  return { id, orgId, userId, secret, lifeMs: expiresAt.since(now).total('milliseconds') };
}

export function secretHashOf(secret: string): Buffer {
  return Buffer.from(hashOf(secret), 'hex');
}
