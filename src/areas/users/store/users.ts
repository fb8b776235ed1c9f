import { sql } from 'kysely';
import { actForUser, type Tx } from '#platform/db/database.ts';
import type { UsersTable } from '../tables.ts';

export type UserRow = UsersTable;

/** The transaction acts for this user, whose row nobody else may write. */
export async function insertUser(tx: Tx, user: UserRow): Promise<void> {
  await tx.insertInto('users').values(user).execute();
}

/** The transaction's credential is the hash of the e-mail; row-level security hides all other users. */
export async function findUserByEmail(tx: Tx, email: string): Promise<UserRow | null> {
  return (await tx.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst()) ?? null;
}

/** Visible to the user itself, and to organizations in which it is a member. */
export async function findUser(tx: Tx, id: string): Promise<UserRow | null> {
  return (await tx.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()) ?? null;
}

/**
 * Orders logins and changes of a password: a new password ends all sessions, and no session for the old one
 * can follow. Locks the row until the transaction ends.
 */
export async function lockUser(tx: Tx, id: string, mode: 'share' | 'change'): Promise<UserRow | null> {
  const query = tx.selectFrom('users').selectAll().where('id', '=', id);
  const locked = mode === 'share' ? query.forShare() : query.forUpdate();
  return (await locked.executeTakeFirst()) ?? null;
}

export async function updateUser(
  tx: Tx,
  { id, set }: { id: string; set: Partial<Omit<UserRow, 'id'>> & { updatedAt: Temporal.Instant } },
): Promise<void> {
  await tx.updateTable('users').set(set).where('id', '=', id).execute();
}

/**
 * Deletes a user who is a member of no organization any more, with everything that is known about it. The
 * lock holds up memberships that are being created, which refer to the row.
 */
export async function deleteUserWithoutMembership(tx: Tx, userId: string): Promise<void> {
  const { rows } = await sql<{ was: string | null }>`
    select current_setting('app.user_id', true) as was`.execute(tx);
  await actForUser(tx, userId);
  await lockUser(tx, userId, 'change');
  await sql`
    delete from users where id = ${userId}
      and not exists (select from memberships where user_id = ${userId})`.execute(tx);
  await actForUser(tx, rows[0]?.was || null);
}

export async function insertPasswordToken(
  tx: Tx,
  token: { userId: string; tokenHash: string; expiresAt: Temporal.Instant },
): Promise<void> {
  await tx.insertInto('userPasswordTokens').values(token).execute();
}

/** Of concurrent uses of a token, exactly one gets true. */
export async function takePasswordToken(
  tx: Tx,
  { userId, tokenHash, now }: { userId: string; tokenHash: string; now: Temporal.Instant },
): Promise<boolean> {
  const { rows } = await sql`
    delete from user_password_tokens
    where user_id = ${userId} and token_hash = ${tokenHash} and expires_at > ${now} returning 1`.execute(tx);
  return rows.length > 0;
}

/** A new password ends all of them. */
export async function deletePasswordTokens(tx: Tx, userId: string): Promise<void> {
  await sql`delete from user_password_tokens where user_id = ${userId}`.execute(tx);
}
