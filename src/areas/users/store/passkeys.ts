import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { PasskeyChallengesTable, UserPasskeysTable } from '../tables.ts';

export type PasskeyRow = UserPasskeysTable;
export type ChallengeRow = PasskeyChallengesTable;

/** Challenges that are over and deleted with each new one: more than there can be new ones. */
const OVER = 100;

/** The transaction's credential is the hash of the challenge, as for all statements about challenges. */
export async function insertChallenge(tx: Tx, challenge: ChallengeRow): Promise<void> {
  await sql`
    delete from passkey_challenges where challenge_hash in (
      select challenge_hash from passkey_challenges where expires_at < now()
      limit ${OVER})`.execute(tx);
  await tx.insertInto('passkeyChallenges').values(challenge).execute();
}

/** Null for one that is unknown, used or over. */
export async function findChallenge(
  tx: Tx,
  { hash, now }: { hash: string; now: Temporal.Instant },
): Promise<ChallengeRow | null> {
  const found = tx.selectFrom('passkeyChallenges').selectAll().where('challengeHash', '=', hash);
  return (await found.where('expiresAt', '>', now).executeTakeFirst()) ?? null;
}

/** Of concurrent uses of a challenge, exactly one gets true. */
export async function takeChallenge(
  tx: Tx,
  { hash, now }: { hash: string; now: Temporal.Instant },
): Promise<boolean> {
  const { rows } = await sql`
    delete from passkey_challenges where challenge_hash = ${hash} and expires_at > ${now}
    returning 1`.execute(tx);
  return rows.length > 0;
}

/** Every statement below needs a transaction that acts for the user; row-level security hides other rows. */

/** In the order in which they were added. */
export async function listPasskeys(tx: Tx, userId: string): Promise<PasskeyRow[]> {
  const query = tx.selectFrom('userPasskeys').selectAll().where('userId', '=', userId);
  return query.orderBy('createdAt').orderBy('id').limit(100).execute();
}

export async function findPasskeyByCredential(
  tx: Tx,
  { userId, credentialId }: Pick<PasskeyRow, 'userId' | 'credentialId'>,
): Promise<PasskeyRow | null> {
  const query = tx.selectFrom('userPasskeys').selectAll().where('userId', '=', userId);
  return (await query.where('credentialId', '=', credentialId).executeTakeFirst()) ?? null;
}

/** False if somebody has this credential: a unique key decides. */
export async function insertPasskey(tx: Tx, passkey: PasskeyRow): Promise<boolean> {
  const inserted = await tx
    .insertInto('userPasskeys')
    .values(passkey)
    .onConflict((conflict) => conflict.column('credentialId').doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

export async function renamePasskey(
  tx: Tx,
  { userId, id, name }: Pick<PasskeyRow, 'userId' | 'id' | 'name'>,
): Promise<PasskeyRow | null> {
  const renamed = tx.updateTable('userPasskeys').set({ name }).where('userId', '=', userId);
  return (await renamed.where('id', '=', id).returningAll().executeTakeFirst()) ?? null;
}

export async function deletePasskey(
  tx: Tx,
  { userId, id }: Pick<PasskeyRow, 'userId' | 'id'>,
): Promise<boolean> {
  const { rows } = await sql`
    delete from user_passkeys where user_id = ${userId} and id = ${id} returning 1`.execute(tx);
  return rows.length > 0;
}

interface PasskeyUse extends Pick<PasskeyRow, 'userId' | 'id' | 'counter' | 'isSynced'> {
  now: Temporal.Instant;
}

/**
 * False if the counter has not moved on: two authenticators have the same key, or one use counts twice. Most
 * passkeys do not count and always send 0.
 */
export async function notePasskeyUse(
  tx: Tx,
  { userId, id, counter, isSynced, now }: PasskeyUse,
): Promise<boolean> {
  const { rows } = await sql`
    update user_passkeys set counter = ${counter}, is_synced = ${isSynced}, last_used_at = ${now}
    where user_id = ${userId} and id = ${id} and (counter < ${counter} or (counter = 0 and ${counter} = 0))
    returning 1`.execute(tx);
  return rows.length > 0;
}
