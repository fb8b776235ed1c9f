import type { Actor } from '#platform/http/operation.ts';

/** The session of a request; operations that call this declare `needsUser`. */
export function ownSession({ user }: Actor): { orgId: number; userId: string; id: string } {
  if (!user) throw new Error('an operation of people was called by a program');
  return { orgId: user.orgId, userId: user.id, id: user.sessionId };
}
