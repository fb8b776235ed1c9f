import { realNow } from '#platform/db/clock.ts';
import { actFor, type Tx } from '#platform/db/database.ts';
import type { SecurityEvent } from './rules.ts';
import { listOwnMemberships, noteSecurityEvent } from './store/memberships.ts';
import { endOwnSessions } from './store/sessions.ts';
import { deletePasswordTokens, updateUser } from './store/users.ts';

interface Change {
  userId: string;
  passwordHash: string;
  event: SecurityEvent;
  /** The session that stays; null: none. */
  but: string | null;
}

/**
 * Stores a password, and ends the sessions and links of the old one in every organization. The caller has
 * locked the user; the transaction acts for it and sees all organizations.
 */
export async function storePassword(tx: Tx, change: Change): Promise<void> {
  const { userId, passwordHash, event, but } = change;
  const now = realNow();
  await updateUser(tx, { id: userId, set: { passwordHash, updatedAt: now } });
  await deletePasswordTokens(tx, userId);
  await endOwnSessions(tx, { userId, but });
  await noteInEachOrganization(tx, { userId, event });
}

/** Puts an event of a login into the audit log of every organization of the user, in one transaction. */
export async function noteInEachOrganization(
  tx: Tx,
  { userId, event }: { userId: string; event: SecurityEvent },
): Promise<void> {
  for (const { orgId } of await listOwnMemberships(tx, userId)) {
    await actFor(tx, orgId);
    await noteSecurityEvent(tx, { orgId }, { userId, event, now: realNow() });
  }
}
