import type { LongContext } from '#platform/http/long-context.ts';
import { endLogin } from '#platform/logins/counted.ts';
import { readPassword } from '#platform/logins/passwords.ts';
import { storePassword } from './change-password.ts';
import { ownSession } from './own-session.ts';
import { passwordWrong } from './problems.ts';
import { provePassword, replaceOwnCookie } from './prove-password.ts';
import { lockUser } from './store/users.ts';
import { scopeIn } from './switch-to.ts';

/**
 * Replaces the caller's password and the cookie of its session, and ends its other sessions. Raises
 * `passwordWrong`, `passwordTooCommon`, `tooManyTries` and `loginsBusy`.
 */
export async function changeOwnPassword(
  context: LongContext,
  { currentPassword, password }: { currentPassword: string; password: string },
): Promise<{ secret: string; lifeMs: number }> {
  const { userId, orgId, id } = ownSession(context.actor);
  const { user, counted } = await provePassword(context, currentPassword);
  const passwordHash = await readPassword(password, user.email);
  const scope = { ...scopeIn(context, orgId), isDirectory: true };
  return context.database.transaction(scope, async (tx) => {
    const held = await lockUser(tx, userId, 'change');
    if (held?.passwordHash !== user.passwordHash) throw passwordWrong();
    await endLogin(tx, counted);
    const cookie = await replaceOwnCookie(tx, context);
    await storePassword(tx, { userId, passwordHash, event: 'PASSWORD_CHANGED', but: id });
    return cookie;
  });
}
