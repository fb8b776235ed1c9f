import { realNow } from '#platform/db/clock.ts';
import type { Tx } from '#platform/db/database.ts';
import type { LongContext } from '#platform/http/long-context.ts';
import { comparePasswords } from '#platform/logins/compare-passwords.ts';
import { type CountedLogin, countLogin } from '#platform/logins/counted.ts';
import { NOBODYS_HASH } from '#platform/logins/passwords.ts';
import { newSecret } from '#platform/logins/secrets.ts';
import { secretHashOf } from './begin-session.ts';
import { ownSession } from './own-session.ts';
import { passwordWrong } from './problems.ts';
import { trierOf } from './rules.ts';
import { rotateSession } from './store/sessions.ts';
import { findUser, type UserRow } from './store/users.ts';

/**
 * Makes sure that the caller knows the password of its session's user: a stolen cookie is not enough. A wrong
 * one counts like a failed login. Raises `passwordWrong`, `tooManyTries` and `loginsBusy`.
 */
export async function provePassword(
  context: LongContext,
  password: string,
): Promise<{ user: UserRow; counted: CountedLogin }> {
  const { user, counted } = await countAttempt(context);
  const [isRight] = await comparePasswords([user?.passwordHash ?? NOBODYS_HASH], password);
  if (!user || !isRight) throw passwordWrong();
  return { user, counted };
}

/** Counts an attempt to prove who the caller is. Raises `tooManyTries`. */
export async function countAttempt({
  database,
  actor,
  address,
}: LongContext): Promise<{ user: UserRow | null; counted: CountedLogin }> {
  const { userId, orgId } = ownSession(actor);
  const user = await database.transaction({ orgId, access: 'read', userId }, (tx) => findUser(tx, userId));
  return { user, counted: await countLogin(database, trierOf(user?.email ?? '', address)) };
}

/** A value for the cookie of the caller's session, which ends the old one at once. */
export async function replaceOwnCookie(
  tx: Tx,
  { actor }: Pick<LongContext, 'actor'>,
): Promise<{ secret: string; lifeMs: number }> {
  const { orgId, id } = ownSession(actor);
  const secret = newSecret();
  const now = realNow();
  const replaced = { orgId, id, to: secretHashOf(secret), now, before: now.add({ hours: 1 }) };
  await rotateSession(tx, { ...replaced, previousUntil: now });
  return { secret, lifeMs: actor.expiresAt?.since(now).total('milliseconds') ?? 0 };
}
