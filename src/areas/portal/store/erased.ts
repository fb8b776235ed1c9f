import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';

export interface KnownContact {
  username: string;
  email: string;
}

export async function lockContacts(
  tx: Tx,
  org: Org,
  { customerId, username }: { customerId: string; username: string | null },
): Promise<KnownContact[]> {
  const { rows } = await sql<KnownContact>`
    select username, email from contacts
    where org_id = ${org.orgId} and customer_id = ${customerId}
      and (${username}::text is null or username = ${username})
    order by username for update`.execute(tx);
  return rows;
}

/** The pseudonym contains the assigned id, which identifies nobody, so that each e-mail stays unique. */
export async function eraseContactRows(
  tx: Tx,
  org: Org,
  erased: {
    customerId: string;
    username: string | null;
    usernames: readonly string[];
    now: Temporal.Instant;
    revokedAt: Temporal.Instant;
  },
): Promise<void> {
  const { customerId, username, now, revokedAt } = erased;
  const usernames = [...erased.usernames];
  await sql`
    update contacts set name = 'Erased', email = 'erased.' || username || '@erased.invalid', phone = null,
      preferred_username = null, password_hash = null, is_verified = false, has_login_access = false,
      has_all_accounts = false, mode = 'READ', updated_at = ${now}, row_version = row_version + 1
    where org_id = ${org.orgId} and username = any(${usernames})`.execute(tx);
  await sql`delete from portal_password_tokens
    where org_id = ${org.orgId} and username = any(${usernames})`.execute(tx);
  await sql`delete from contact_accounts
    where org_id = ${org.orgId} and username = any(${usernames})`.execute(tx);
  await sql`
    update portal_tokens set revoked_at = coalesce(revoked_at, ${revokedAt})
    where org_id = ${org.orgId} and customer_id = ${customerId}
      and (${username}::text is null or username = ${username})`.execute(tx);
}
