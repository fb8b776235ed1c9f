import type { LongContext } from '#platform/http/long-context.ts';
import { noteOwnEvent } from '../change-factor.ts';
import { ownSession } from '../own-session.ts';
import { lastWayIn, passkeyNotFound } from '../problems.ts';
import { deletePasskey, listPasskeys } from '../store/passkeys.ts';
import { lockUser } from '../store/users.ts';
import { scopeIn } from '../switch-to.ts';
import { type Confirmation, proveIdentity } from './prove-identity.ts';

/**
 * Removes a passkey of the caller. Raises `passkeyNotFound`, `lastWayIn` and the problems of `proveIdentity`.
 */
export async function removePasskey(
  context: LongContext,
  id: string,
  shown: Confirmation,
): Promise<{ secret: string; lifeMs: number }> {
  const { userId, orgId } = ownSession(context.actor);
  const { end } = await proveIdentity(context, shown);
  const scope = { ...scopeIn(context, orgId), isDirectory: true };
  return context.database.transaction(scope, async (tx) => {
    // Of two removals at the same time, the second one sees that it is about the last passkey.
    const user = await lockUser(tx, userId, 'change');
    await end(tx);
    const others = (await listPasskeys(tx, userId)).filter((each) => each.id !== id);
    if (!(await deletePasskey(tx, { userId, id }))) throw passkeyNotFound({ id });
    if (user?.passwordHash === null && others.length === 0) throw lastWayIn();
    return noteOwnEvent(tx, context, 'PASSKEY_REMOVED');
  });
}
