import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';

/**
 * Removes the login of contacts who received it from one of the keys, and ends their tokens and mailed codes.
 * Returns the number of contacts per key.
 */
export async function endLoginsOfKeys(
  tx: Tx,
  org: Org,
  {
    keyIds,
    now,
    revokedAt,
  }: { keyIds: readonly string[]; now: Temporal.Instant; revokedAt: Temporal.Instant },
): Promise<Map<string, number>> {
  const { orgId } = org;
  const { rows } = await sql<{ keyId: string; username: string }>`
    with held as (
      select username, coalesce(login_granted_by, created_by) as key_id from contacts
      where org_id = ${orgId} and has_login_access
        and coalesce(login_granted_by, created_by) = any(${[...keyIds]})
      order by username for no key update),
    ended as (
      update portal_tokens t set revoked_at = ${revokedAt} from held
      where t.org_id = ${orgId} and t.username = held.username and t.revoked_at is null),
    forgotten as (
      delete from portal_password_tokens t using held
      where t.org_id = ${orgId} and t.username = held.username)
    update contacts c set has_login_access = false, updated_at = ${now}, row_version = row_version + 1
    from held where c.org_id = ${orgId} and c.username = held.username
    returning held.key_id, c.username`.execute(tx);
  return new Map([...Map.groupBy(rows, ({ keyId }) => keyId)].map(([keyId, ended]) => [keyId, ended.length]));
}
