import { realNow } from '#platform/db/clock.ts';
import { sqlState } from '#platform/db/database.ts';
import type { AnonymousContext } from '#platform/http/anonymous-context.ts';
import { identityProviderRequired } from '#platform/http/session-cookie.ts';
import { type CountedLogin, countLogin, endLogin } from '#platform/logins/counted.ts';
import { hashOf, newSecret } from '#platform/logins/secrets.ts';
import { type BegunSession, beginSession } from '../begin-session.ts';
import { chooseMembership, listMemberships, noteEverywhere } from '../log-in.ts';
import { personActor } from '../person-actor.ts';
import { passkeyChallengeOver, passkeyRejected } from '../problems.ts';
import { isOwnLoginRejected, trierOf } from '../rules.ts';
import type { OwnMembership } from '../store/memberships.ts';
import {
  findPasskeyByCredential,
  insertChallenge,
  notePasskeyUse,
  type PasskeyRow,
  takeChallenge,
} from '../store/passkeys.ts';
import { findUser, lockUser, type UserRow } from '../store/users.ts';
import { type Assertion, requestOptions, userIn, verifyAssertion } from './ceremony.ts';
import { CHALLENGE_LIFE, findOpenChallenge, type OpenChallenge } from './challenge.ts';
import { relyingPartyOf } from './relying-party.ts';

/**
 * Begins a login with a passkey in this browser, whoever uses it. Returns what the browser passes on to the
 * authenticator, and the secret for the cookie that ties both steps to the browser. Raises
 * `passkeysUnavailable`.
 */
export async function beginPasskeyLogin(
  context: AnonymousContext,
): Promise<{ options: object; browser: string }> {
  const { database, deployment } = context;
  const party = relyingPartyOf(deployment);
  const browser = context.browser ?? newSecret();
  const challenge = newSecret();
  const hash = hashOf(challenge);
  const row = { challengeHash: hash, userId: null, sessionId: null, browserHash: hashOf(browser) };
  await database.transaction({ orgId: null, access: 'write', credential: hash }, (tx) =>
    insertChallenge(tx, { ...row, expiresAt: realNow().add(CHALLENGE_LIFE) }),
  );
  return { options: await requestOptions(party, challenge), browser };
}

type Sent = Assertion & { organizationId?: string | undefined };

/**
 * Begins a session for a passkey, which counts as both factors. The response does not say what was wrong with
 * it. Raises `passkeyChallengeOver`, `passkeyRejected`, `identityProviderRequired`, `tooManyTries` and
 * `passkeysUnavailable`.
 */
export async function logInWithPasskey(
  context: AnonymousContext,
  { organizationId, ...assertion }: Sent,
): Promise<BegunSession> {
  const { database, address } = context;
  const { hash, challenge } = await findOwnChallenge(context, assertion);
  const owner = await findOwner(context, assertion);
  // Somebody who is not known has no e-mail to count for.
  const person = owner?.user.email ?? assertion.userHandle;
  const counted = await countLogin(database, trierOf(person, address));
  const signed = owner && (await verify(context, assertion, { challenge, signer: owner.passkey }));
  const memberships = signed ? await listMemberships(context, owner.user.id) : [];
  const wanted = chooseMembership(memberships, organizationId);
  if (owner && signed && wanted)
    return begin(context, { ...owner, ...signed, membership: wanted, hash, counted });
  if (owner && !signed) await noteEverywhere(context, owner.user, 'LOGIN_FAILED');
  throw passkeyRejected();
}

/** The challenge that a login in this browser got; it stays good until a login succeeds. */
async function findOwnChallenge(
  { database, browser }: AnonymousContext,
  { clientDataJSON }: Assertion,
): Promise<OpenChallenge> {
  if (browser === null) throw passkeyChallengeOver();
  const open = await findOpenChallenge(database, clientDataJSON);
  if (open?.row.browserHash !== hashOf(browser)) throw passkeyChallengeOver();
  return open;
}

interface Owner {
  user: UserRow;
  passkey: PasskeyRow;
}

/** Row-level security shows the passkey only to a transaction of the user whom the response names. */
async function findOwner(
  { database }: AnonymousContext,
  { id: credentialId, userHandle }: Assertion,
): Promise<Owner | null> {
  const userId = userIn(userHandle);
  if (userId === null) return null;
  return database.transaction({ orgId: null, access: 'read', userId }, async (tx) => {
    const user = await findUser(tx, userId);
    const passkey = await findPasskeyByCredential(tx, { userId, credentialId });
    return user && passkey ? { user, passkey } : null;
  });
}

function verify(
  { deployment }: AnonymousContext,
  assertion: Assertion,
  { challenge, signer }: { challenge: string; signer: PasskeyRow },
) {
  return verifyAssertion(relyingPartyOf(deployment), challenge, { assertion, signer });
}

interface Proven extends Owner {
  membership: OwnMembership;
  hash: string;
  counter: number;
  isSynced: boolean;
  counted: CountedLogin;
}

/** What one of several uses at the same time finds: the passkey has signed with this counter before. */
class CounterUsed extends Error {}

async function begin(context: AnonymousContext, proven: Proven): Promise<BegunSession> {
  const { database, deployment, address, userAgent } = context;
  const { user, passkey, membership, hash, counter, isSynced, counted } = proven;
  if (isOwnLoginRejected(membership)) throw identityProviderRequired();
  const { orgId } = membership;
  const actor = personActor(user, context);
  const scope = { orgId, access: 'write', userId: user.id, credential: hash, actor } as const;
  try {
    return await database.transaction(scope, async (tx) => {
      // A passkey that is being removed begins no session any more.
      await lockUser(tx, user.id, 'share');
      const now = realNow();
      if (!(await takeChallenge(tx, { hash, now }))) throw passkeyChallengeOver();
      if (!(await findPasskeyByCredential(tx, passkey))) throw passkeyRejected();
      const use = { userId: user.id, id: passkey.id, counter, isSynced, now };
      if (!(await notePasskeyUse(tx, use))) throw new CounterUsed();
      await endLogin(tx, counted);
      const owner = { orgId, userId: user.id, address, browser: userAgent };
      return beginSession(tx, { ...owner, authenticatedBy: 'PASSKEY' }, deployment.sessions);
    });
  } catch (error) {
    if (error instanceof CounterUsed) {
      await noteEverywhere(context, user, 'PASSKEY_COUNTER_REUSED');
      throw passkeyRejected();
    }
    // The membership was removed at the same moment.
    throw sqlState(error) === '23503' ? passkeyRejected() : error;
  }
}
