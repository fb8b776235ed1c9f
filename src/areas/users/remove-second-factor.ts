import type { Database } from '#platform/db/database.ts';
import { emailKey } from '#platform/logins/email-key.ts';
import { noteInEachOrganization } from './change-password.ts';
import { findKnownUser } from './log-in.ts';
import { deleteFactors } from './store/factors.ts';
import { endOwnSessions } from './store/sessions.ts';
import { lockUser } from './store/users.ts';

/** For the operator: removes the second factor of a user and ends its sessions. False for no such user. */
export async function removeSecondFactor(database: Database, email: string): Promise<boolean> {
  const user = await findKnownUser({ database }, emailKey(email));
  if (!user) return false;
  const { id: userId } = user;
  const actor = { type: 'SYSTEM', id: 'operator' } as const;
  const scope = { orgId: null, access: 'write', isDirectory: true, userId, actor } as const;
  await database.transaction(scope, async (tx) => {
    await lockUser(tx, userId, 'change');
    await deleteFactors(tx, userId);
    await endOwnSessions(tx, { userId });
    await noteInEachOrganization(tx, { userId, event: 'SECOND_FACTOR_REMOVED' });
  });
  return true;
}
