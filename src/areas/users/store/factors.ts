import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';

/** Every statement needs a transaction that acts for the user; row-level security hides all other rows. */

export interface TotpRow {
  /** Sealed. */
  secret: string;
  isConfirmed: boolean;
}

export async function findTotp(tx: Tx, userId: string): Promise<TotpRow | null> {
  const { rows } = await sql<TotpRow>`
    select secret, confirmed_at is not null as is_confirmed from user_totp
    where user_id = ${userId}`.execute(tx);
  return rows[0] ?? null;
}

/** Replaces a secret that was never confirmed. False if there is a confirmed one. */
export async function insertTotp(
  tx: Tx,
  { userId, secret, now }: { userId: string; secret: string; now: Temporal.Instant },
): Promise<boolean> {
  const { rows } = await sql`
    insert into user_totp as t (user_id, secret, last_step, created_at)
    values (${userId}, ${secret}, 0, ${now})
    on conflict (user_id) do update
      set secret = excluded.secret, last_step = 0, created_at = excluded.created_at
      where t.confirmed_at is null
    returning 1`.execute(tx);
  return rows.length > 0;
}

/** Of concurrent uses of a code, exactly one gets true; none of an earlier period is good any more. */
export async function takeStep(tx: Tx, { userId, step }: { userId: string; step: number }): Promise<boolean> {
  const { rows } = await sql`
    update user_totp set last_step = ${step} where user_id = ${userId} and last_step < ${step}
    returning 1`.execute(tx);
  return rows.length > 0;
}

/** False if it was confirmed before. */
export async function confirmTotp(
  tx: Tx,
  { userId, now }: { userId: string; now: Temporal.Instant },
): Promise<boolean> {
  const { rows } = await sql`
    update user_totp set confirmed_at = ${now} where user_id = ${userId} and confirmed_at is null
    returning 1`.execute(tx);
  if (rows.length === 0) return false;
  await setHasFactor(tx, userId, true);
  return true;
}

/** Removes the second factor with its recovery codes. */
export async function deleteFactors(tx: Tx, userId: string): Promise<void> {
  await sql`delete from user_totp where user_id = ${userId}`.execute(tx);
  await sql`delete from user_recovery_codes where user_id = ${userId}`.execute(tx);
  await setHasFactor(tx, userId, false);
}

async function setHasFactor(tx: Tx, userId: string, hasSecondFactor: boolean): Promise<void> {
  await sql`update users set has_second_factor = ${hasSecondFactor} where id = ${userId}`.execute(tx);
}

export async function replaceRecoveryCodes(
  tx: Tx,
  { userId, hashes }: { userId: string; hashes: readonly string[] },
): Promise<void> {
  await sql`delete from user_recovery_codes where user_id = ${userId}`.execute(tx);
  await sql`
    insert into user_recovery_codes (user_id, code_hash)
    select ${userId}, unnest(${hashes}::text[])`.execute(tx);
}

/** Of concurrent uses of a recovery code, exactly one gets true. */
export async function takeRecoveryCode(
  tx: Tx,
  { userId, hash }: { userId: string; hash: string },
): Promise<boolean> {
  const { rows } = await sql`
    delete from user_recovery_codes where user_id = ${userId} and code_hash = ${hash} returning 1`.execute(
    tx,
  );
  return rows.length > 0;
}
