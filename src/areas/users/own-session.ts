import type { Actor } from '#platform/http/operation.ts';

/**
 * The organization beyond which a session sees nothing of its person; null for a login of the person itself,
 * which reaches all of its organizations.
 */
export function boundOf({ user }: Actor): number | null {
  return user && !user.isOwnLogin ? user.orgId : null;
}

/**
 * The part of a transaction's scope that shows the person's own rows in other organizations; empty for a
 * session that does not reach them.
 */
export function ownRows(actor: Actor): { userId?: string } {
  return boundOf(actor) === null ? { userId: ownSession(actor).userId } : {};
}

/** The session of a request; operations that call this declare `needsUser`. */
export function ownSession({ user }: Actor): { orgId: number; userId: string; id: string } {
  if (!user) throw new Error('an operation of people was called by a program');
  return { orgId: user.orgId, userId: user.id, id: user.sessionId };
}
