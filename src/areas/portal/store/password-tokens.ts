import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';

export interface PasswordToken {
  /** Hex SHA-256 of the secret. */
  hash: string;
  username: string;
  /** The mailbox; the token ends when the contact's e-mail changes. */
  email: string;
}

export async function insertPasswordToken(
  tx: Tx,
  org: Org,
  { hash, username, email, expiresAt }: PasswordToken & { expiresAt: Temporal.Instant },
): Promise<void> {
  await sql`
    insert into portal_password_tokens (org_id, token_hash, username, email, expires_at)
    values (${org.orgId}, ${hash}, ${username}, ${email}, ${expiresAt})`.execute(tx);
}

/** The contact of a token, in real time; null for an expired, used or unknown one. */
export async function findPasswordToken(
  tx: Tx,
  org: Org,
  { hash, now }: { hash: string; now: Temporal.Instant },
): Promise<Omit<PasswordToken, 'hash'> | null> {
  const { rows } = await sql<Omit<PasswordToken, 'hash'>>`
    select t.username, t.email from portal_password_tokens t
    join contacts p on p.org_id = t.org_id and p.username = t.username and p.email = t.email
      and p.has_login_access
    where t.org_id = ${org.orgId} and t.token_hash = ${hash} and t.expires_at > ${now}`.execute(tx);
  return rows[0] ?? null;
}

/** Of concurrent uses of a token, exactly one gets true. */
export async function takePasswordToken(tx: Tx, org: Org, hash: string): Promise<boolean> {
  const { rows } = await sql`
    delete from portal_password_tokens where org_id = ${org.orgId} and token_hash = ${hash}
    returning 1`.execute(tx);
  return rows.length > 0;
}

/** Setting a password ends all of them. */
export async function deletePasswordTokens(tx: Tx, org: Org, username: string): Promise<void> {
  await sql`
    delete from portal_password_tokens where org_id = ${org.orgId} and username = ${username}`.execute(tx);
}

export async function deleteOldPasswordTokens(tx: Tx, org: Org, before: Temporal.Instant): Promise<void> {
  await sql`
    delete from portal_password_tokens where org_id = ${org.orgId} and expires_at < ${before}`.execute(tx);
}
