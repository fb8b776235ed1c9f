import type { Actor } from '#platform/http/operation.ts';

/**
 * The organization beyond which a session sees nothing of its person; null for a login of the person itself,
 * which reaches all of its organizations.
 */
export function boundOf({ user }: Actor): number | null {
  return user && !user.isOwnLogin ? user.orgId : null;
}

/** The session of a request; operations that call this declare `needsUser`. */
export function ownSession({ user }: Actor): { orgId: number; userId: string; id: string } {
  if (!user) throw new Error('an operation of people was called by a program');
  return { orgId: user.orgId, userId: user.id, id: user.sessionId };
}
