import { setTimeout } from 'node:timers/promises';
import { sqlState } from '#platform/db/database.ts';
import type { AnonymousContext } from '#platform/http/anonymous-context.ts';
import { identityProviderRequired } from '#platform/http/session-cookie.ts';
import { comparePasswords } from '#platform/logins/compare-passwords.ts';
import { type CountedLogin, countLogin, endLogin, giveBackLogin } from '#platform/logins/counted.ts';
import { emailKey } from '#platform/logins/email-key.ts';
import { NOBODYS_HASH } from '#platform/logins/passwords.ts';
import { hashOf } from '#platform/logins/secrets.ts';
import { type BegunSession, beginSession } from './begin-session.ts';
import { noteInEachOrganization } from './change-password.ts';
import { personActor, strangerActor } from './person-actor.ts';
import { credentialsRejected, secondFactorMissing } from './problems.ts';
import { isOwnLoginRejected, type SecurityEvent, trierOf } from './rules.ts';
import { proveSecondFactor } from './second-factor.ts';
import { listOwnMemberships, type OwnMembership } from './store/memberships.ts';
import { findUserByEmail, lockUser, type UserRow } from './store/users.ts';

interface Sent {
  email: string;
  password: string;
  code?: string | undefined;
  organizationId?: string | undefined;
}

/** Longer than a rejected login takes, so that its time does not say whether there is such a user. */
const MIN_MS = 300;

/**
 * Begins a session for a password. Every rejected login gets the same response after the same time, whether
 * the user is unknown, has another password, or is a member of no such organization. Raises
 * `credentialsRejected`, `secondFactorMissing`, `identityProviderRequired`, `tooManyTries` and `loginsBusy`.
 */
export async function logIn(context: AnonymousContext, sent: Sent): Promise<BegunSession> {
  const { database, address } = context;
  const email = emailKey(sent.email);
  const counted = await countLogin(database, trierOf(email, address));
  const since = performance.now();
  const user = await findKnownUser(context, email);
  const [isRight] = await comparePasswords([user?.passwordHash ?? NOBODYS_HASH], sent.password);
  const memberships = user ? await listMemberships(context, user.id) : [];
  const { organizationId } = sent;
  const wanted = chooseMembership(memberships, organizationId);
  const proven = user && isRight && wanted ? { user, membership: wanted, counted } : null;
  if (proven && (await checkSecondFactor(context, proven, sent.code))) return begin(context, proven);
  if (user && !(isRight && !wanted)) await noteEverywhere(context, user, 'LOGIN_FAILED');
  await setTimeout(Math.max(0, MIN_MS - (performance.now() - since)));
  throw credentialsRejected();
}

/**
 * Whether the second factor is right, if the user has one. Its code is used up in a transaction of its own:
 * it is good once, whatever follows. Raises `secondFactorMissing`.
 */
async function checkSecondFactor(
  context: AnonymousContext,
  { user, counted }: Proven,
  code: string | undefined,
): Promise<boolean> {
  if (!user.hasSecondFactor) return true;
  const { database, deployment } = context;
  const scope = { orgId: null, access: 'write', userId: user.id } as const;
  if (code === undefined) {
    await database.transaction(scope, (tx) => giveBackLogin(tx, counted));
    throw secondFactorMissing();
  }
  const shown = { userId: user.id, code };
  const proof = await database.transaction(scope, (tx) => proveSecondFactor(tx, deployment, shown));
  if (proof === 'RECOVERY_CODE') await noteEverywhere(context, user, 'RECOVERY_CODE_USED');
  return proof !== null;
}

/**
 * The organization that a login names, or else that of the last login, among those that do not require their
 * identity provider if there are others.
 */
export function chooseMembership(
  memberships: readonly OwnMembership[],
  organizationId: string | undefined,
): OwnMembership | undefined {
  const named = memberships.filter((each) => !organizationId || each.organizationId === organizationId);
  return named.find((each) => !isOwnLoginRejected(each)) ?? named[0];
}

/** Finds a user before anything is known but its e-mail. */
export function findKnownUser(
  { database }: Pick<AnonymousContext, 'database'>,
  email: string,
): Promise<UserRow | null> {
  const scope = { orgId: null, access: 'read', credential: hashOf(email) } as const;
  return database.transaction(scope, (tx) => findUserByEmail(tx, email));
}

export function listMemberships(
  { database }: Pick<AnonymousContext, 'database'>,
  userId: string,
): Promise<OwnMembership[]> {
  const scope = { orgId: null, access: 'read', isDirectory: true, userId } as const;
  return database.transaction(scope, (tx) => listOwnMemberships(tx, userId));
}

/** Puts an event of a login into the audit log of every organization of the user. */
export async function noteEverywhere(
  context: AnonymousContext,
  { id: userId }: Pick<UserRow, 'id'>,
  event: SecurityEvent,
): Promise<void> {
  const actor = strangerActor(context);
  const scope = { orgId: null, access: 'write', isDirectory: true, userId, actor } as const;
  await context.database.transaction(scope, (tx) => noteInEachOrganization(tx, { userId, event }));
}

interface Proven {
  user: UserRow;
  membership: OwnMembership;
  counted: CountedLogin;
}

async function begin(
  context: AnonymousContext,
  { user, membership, counted }: Proven,
): Promise<BegunSession> {
  const { orgId } = membership;
  const { database, deployment, address, userAgent } = context;
  const actor = personActor(user, context);
  const scope = { orgId, access: 'write', userId: user.id, actor } as const;
  const begun = await orRejected(() =>
    database.transaction(scope, async (tx) => {
      // A new password ends all sessions, and no session for the old one can follow.
      const held = await lockUser(tx, user.id, 'share');
      const isSame =
        held?.passwordHash === user.passwordHash && held.hasSecondFactor === user.hasSecondFactor;
      if (!isSame) throw credentialsRejected();
      await endLogin(tx, counted);
      if (isOwnLoginRejected(membership)) return null;
      const owner = { orgId, userId: user.id, address, browser: userAgent };
      return beginSession(tx, { ...owner, authenticatedBy: 'PASSWORD' }, deployment.sessions);
    }),
  );
  if (!begun) throw identityProviderRequired();
  return begun;
}

async function orRejected<T>(begin: () => Promise<T>): Promise<T> {
  try {
    return await begin();
  } catch (error) {
    // The membership was removed at the same moment.
    throw sqlState(error) === '23503' ? credentialsRejected() : error;
  }
}
