import { realNow } from '#platform/db/clock.ts';
import type { LongContext } from '#platform/http/operation.ts';
import { comparePasswords } from '#platform/logins/compare-passwords.ts';
import { countLogin, endLogin } from '#platform/logins/counted.ts';
import { NOBODYS_HASH } from '#platform/logins/passwords.ts';
import { secretHashOf } from './begin-session.ts';
import { readPassword, storePassword } from './change-password.ts';
import { ownSession } from './own-session.ts';
import { passwordWrong } from './problems.ts';
import { newSecret, trierOf } from './rules.ts';
import { rotateSession } from './store/sessions.ts';
import { findUser, lockUser } from './store/users.ts';
import { scopeIn } from './switch-to.ts';

/**
 * Replaces the caller's password and the cookie of its session, and ends its other sessions. Raises
 * `passwordWrong`, `passwordTooCommon`, `tooManyTries` and `loginsBusy`.
 */
export async function changeOwnPassword(
  context: LongContext,
  { currentPassword, password }: { currentPassword: string; password: string },
): Promise<{ secret: string; lifeMs: number }> {
  const { database, actor, address } = context;
  const { userId, orgId, id } = ownSession(actor);
  const user = await database.transaction({ orgId, access: 'read', userId }, (tx) => findUser(tx, userId));
  const counted = await countLogin(database, trierOf(user?.email ?? '', address));
  const [isRight] = await comparePasswords([user?.passwordHash ?? NOBODYS_HASH], currentPassword);
  if (!user || !isRight) throw passwordWrong();
  const passwordHash = await readPassword(password, user.email);
  const secret = newSecret();
  const scope = { ...scopeIn(context, orgId, 'changePassword'), isDirectory: true };
  await database.transaction(scope, async (tx) => {
    const held = await lockUser(tx, userId, 'change');
    if (held?.passwordHash !== user.passwordHash) throw passwordWrong();
    await endLogin(tx, counted);
    const now = realNow();
    // Whoever has the old cookie has it no longer, not even for a moment.
    const replaced = { orgId, id, to: secretHashOf(secret), now, before: now.add({ hours: 1 }) };
    await rotateSession(tx, { ...replaced, previousUntil: now });
    await storePassword(tx, { userId, passwordHash, event: 'PASSWORD_CHANGED', but: id });
  });
  const lifeMs = actor.expiresAt?.since(realNow()).total('milliseconds') ?? 0;
  return { secret, lifeMs };
}
