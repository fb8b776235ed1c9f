import { realNow } from '#platform/db/clock.ts';
import type { Tx } from '#platform/db/database.ts';
import type { LongContext } from '#platform/http/long-context.ts';
import { type CountedLogin, endLogin, giveBackLogin } from '#platform/logins/counted.ts';
import { ownSession } from '../own-session.ts';
import { codeWrong, credentialsRejected, freshLoginNeeded } from '../problems.ts';
import { provePassword } from '../prove-password.ts';
import { proveSecondFactor } from '../second-factor.ts';
import { findSessionById } from '../store/sessions.ts';
import { findUser, type UserRow } from '../store/users.ts';

/** What a person shows again, beside its session. */
export interface Confirmation {
  currentPassword?: string | undefined;
  code?: string | undefined;
}

/** So long after a login the person need not show anything again. */
const FRESH = { minutes: 10 };

/** A person who has proven its identity again. */
export interface Confirmed {
  user: UserRow;
  /** Takes the attempt out of the count; in the transaction of what follows. */
  end(tx: Tx): Promise<void>;
}

/**
 * Makes sure that it is the person who uses its session, before a way to log in is added or removed: a stolen
 * cookie is not enough. The person has logged in a moment ago, or shows the password, and a code if it has
 * a second factor; wrong ones count like failed logins. Raises `freshLoginNeeded`, `passwordWrong`,
 * `codeWrong`, `tooManyTries` and `loginsBusy`.
 */
export async function proveIdentity(context: LongContext, shown: Confirmation): Promise<Confirmed> {
  const { currentPassword, code } = shown;
  if (currentPassword === undefined)
    return { user: await requireFreshLogin(context), end: async () => undefined };
  const { user, counted } = await provePassword(context, currentPassword);
  if (user.hasSecondFactor) await proveFactor(context, { userId: user.id, code, counted });
  return { user, end: (tx) => endLogin(tx, counted) };
}

async function requireFreshLogin({ database, actor }: LongContext): Promise<UserRow> {
  const own = ownSession(actor);
  const { orgId, userId } = own;
  const found = await database.transaction({ orgId, access: 'read', userId }, async (tx) => ({
    user: await findUser(tx, userId),
    session: await findSessionById(tx, own),
  }));
  // It has ended since the request began.
  if (!found.user || !found.session) throw credentialsRejected();
  const isFresh = Temporal.Instant.compare(found.session.createdAt.add(FRESH), realNow()) > 0;
  if (!isFresh) throw freshLoginNeeded();
  return found.user;
}

/** The code is used up in a transaction of its own: it is good once, whatever follows. */
async function proveFactor(
  { database, deployment }: LongContext,
  { userId, code, counted }: { userId: string; code: string | undefined; counted: CountedLogin },
): Promise<void> {
  const scope = { orgId: null, access: 'write', userId } as const;
  if (code === undefined) {
    await database.transaction(scope, (tx) => giveBackLogin(tx, counted));
    throw freshLoginNeeded();
  }
  const proof = await database.transaction(scope, (tx) =>
    proveSecondFactor(tx, deployment, { userId, code }),
  );
  if (proof === null) throw codeWrong();
}
