import { realNow } from '#platform/db/clock.ts';
import type { LongContext } from '#platform/http/long-context.ts';
import { newId } from '#platform/ids.ts';
import { hashOf, newSecret } from '#platform/logins/secrets.ts';
import { noteOwnEvent } from '../change-factor.ts';
import { ownSession } from '../own-session.ts';
import { passkeyExists, passkeyResponseInvalid, tooManyPasskeys } from '../problems.ts';
import {
  insertChallenge,
  insertPasskey,
  listPasskeys,
  type PasskeyRow,
  takeChallenge,
} from '../store/passkeys.ts';
import { setAuthentication } from '../store/sessions.ts';
import { lockUser } from '../store/users.ts';
import { scopeIn } from '../switch-to.ts';
import { type CreatedKey, type Creation, creationOptions, verifyCreation } from './ceremony.ts';
import { CHALLENGE_LIFE, findOpenChallenge } from './challenge.ts';
import { type Confirmation, proveIdentity } from './prove-identity.ts';
import { type RelyingParty, relyingPartyOf } from './relying-party.ts';

export const MAX_PASSKEYS = 20;

/**
 * Begins to add a passkey, in this session. Returns what the browser passes on to the authenticator. Raises
 * `passkeysUnavailable`, `tooManyPasskeys` and the problems of `proveIdentity`.
 */
export async function beginPasskey(context: LongContext, shown: Confirmation): Promise<object> {
  const { database, deployment, actor } = context;
  const { userId, orgId, id: sessionId } = ownSession(actor);
  const party = relyingPartyOf(deployment);
  const { user, end } = await proveIdentity(context, shown);
  const challenge = newSecret();
  const hash = hashOf(challenge);
  const scope = { ...scopeIn(context, orgId), credential: hash };
  const passkeys = await database.transaction(scope, async (tx) => {
    await end(tx);
    const expiresAt = realNow().add(CHALLENGE_LIFE);
    await insertChallenge(tx, { challengeHash: hash, userId, sessionId, browserHash: null, expiresAt });
    return listPasskeys(tx, userId);
  });
  if (passkeys.length >= MAX_PASSKEYS) throw tooManyPasskeys({ max: MAX_PASSKEYS });
  const known = passkeys.map(({ credentialId: id, transports }) => ({ id, transports }));
  return creationOptions(party, { challenge, user, known });
}

/**
 * Adds the passkey that an authenticator has made. The session has proven two factors from here on. Raises
 * `passkeyResponseInvalid`, `passkeyExists` and `tooManyPasskeys`.
 */
export async function finishPasskey(
  context: LongContext,
  { name, ...creation }: Creation & { name: string },
): Promise<{ passkey: PasskeyRow; cookie: { secret: string; lifeMs: number } }> {
  const { database, deployment, actor } = context;
  const { userId, orgId, id: sessionId } = ownSession(actor);
  const { hash, key } = await readCreation(context, relyingPartyOf(deployment), creation);
  const scope = { ...scopeIn(context, orgId), isDirectory: true, credential: hash };
  return database.transaction(scope, async (tx) => {
    await lockUser(tx, userId, 'change');
    const now = realNow();
    if (!(await takeChallenge(tx, { hash, now }))) throw passkeyResponseInvalid();
    if ((await listPasskeys(tx, userId)).length >= MAX_PASSKEYS) throw tooManyPasskeys({ max: MAX_PASSKEYS });
    const { transports = [] } = creation;
    const passkey = {
      ...key,
      userId,
      id: newId('pk', now),
      name,
      transports,
      createdAt: now,
      lastUsedAt: null,
    };
    if (!(await insertPasskey(tx, passkey))) throw passkeyExists();
    await setAuthentication(tx, { orgId, id: sessionId, authenticatedBy: 'PASSKEY' });
    return { passkey, cookie: await noteOwnEvent(tx, context, 'PASSKEY_ADDED') };
  });
}

/** The challenge has to be one of this person in this session. */
async function readCreation(
  { database, actor }: LongContext,
  party: RelyingParty,
  creation: Creation,
): Promise<{ hash: string; key: CreatedKey }> {
  const { userId, id: sessionId } = ownSession(actor);
  const open = await findOpenChallenge(database, creation.clientDataJSON);
  if (open?.row.userId !== userId || open.row.sessionId !== sessionId) throw passkeyResponseInvalid();
  const key = await verifyCreation(party, open.challenge, creation);
  if (!key) throw passkeyResponseInvalid();
  return { hash: open.hash, key };
}
