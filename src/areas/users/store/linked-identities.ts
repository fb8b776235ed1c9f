import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { LinkedIdentitiesTable, OidcLoginsTable } from '../tables.ts';

export type LinkedIdentity = LinkedIdentitiesTable;
type Key = Pick<LinkedIdentity, 'orgId' | 'issuer' | 'subject'>;

/** Locked until the transaction ends: logins of one person change its role one after the other. */
export async function lockIdentity(
  tx: Tx,
  { orgId, issuer, subject }: Key,
): Promise<Pick<LinkedIdentity, 'userId' | 'isProvisioned'> | null> {
  const { rows } = await sql<Pick<LinkedIdentity, 'userId' | 'isProvisioned'>>`
    select user_id, is_provisioned from linked_identities
    where org_id = ${orgId} and issuer = ${issuer} and subject = ${subject} for update`.execute(tx);
  return rows[0] ?? null;
}

/** The same without a lock. */
export async function findIdentity(tx: Tx, { orgId, issuer, subject }: Key): Promise<string | null> {
  const { rows } = await sql<{ userId: string }>`
    select user_id from linked_identities
    where org_id = ${orgId} and issuer = ${issuer} and subject = ${subject}`.execute(tx);
  return rows[0]?.userId ?? null;
}

/** Throws 23505 if the identity has a user, or the user another identity of this issuer. */
export async function insertIdentity(tx: Tx, identity: LinkedIdentity): Promise<void> {
  await tx.insertInto('linkedIdentities').values(identity).execute();
}

export async function noteIdentityUse(tx: Tx, key: Key & { now: Temporal.Instant }): Promise<void> {
  const { orgId, issuer, subject, now } = key;
  await sql`
    update linked_identities set last_login_at = ${now}
    where org_id = ${orgId} and issuer = ${issuer} and subject = ${subject}`.execute(tx);
}

/** Whether a user has another identity of the same issuer. */
export async function hasOtherIdentity(
  tx: Tx,
  { orgId, issuer, subject, userId }: Key & Pick<LinkedIdentity, 'userId'>,
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from linked_identities
    where org_id = ${orgId} and issuer = ${issuer} and user_id = ${userId} and subject <> ${subject}`.execute(
    tx,
  );
  return rows.length > 0;
}

/** Whether anybody has logged in through an issuer. */
export async function hasIdentities(
  tx: Tx,
  { orgId, issuer }: Pick<LinkedIdentity, 'orgId' | 'issuer'>,
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from linked_identities where org_id = ${orgId} and issuer = ${issuer} limit 1`.execute(tx);
  return rows.length > 0;
}

/** Logins that are over and deleted with each new one: more than there can be new ones. */
const OVER = 100;

export async function insertOidcLogin(tx: Tx, login: OidcLoginsTable): Promise<void> {
  await sql`
    delete from oidc_logins where org_id = ${login.orgId} and state_hash in (
      select state_hash from oidc_logins where org_id = ${login.orgId} and expires_at < now()
      limit ${OVER})`.execute(tx);
  await tx.insertInto('oidcLogins').values(login).execute();
}

/** The transaction's credential is the hash of the state. Null for one that is unknown, used or over. */
export async function findOidcLogin(
  tx: Tx,
  { hash, now }: { hash: string; now: Temporal.Instant },
): Promise<OidcLoginsTable | null> {
  const { rows } = await sql<OidcLoginsTable>`
    select * from oidc_logins where state_hash = ${hash} and expires_at > ${now}`.execute(tx);
  return rows[0] ?? null;
}

/** Of concurrent uses of a login, exactly one gets true. */
export async function takeOidcLogin(
  tx: Tx,
  { orgId, stateHash }: Pick<OidcLoginsTable, 'orgId' | 'stateHash'>,
): Promise<boolean> {
  const { rows } = await sql`
    delete from oidc_logins where org_id = ${orgId} and state_hash = ${stateHash} returning 1`.execute(tx);
  return rows.length > 0;
}
