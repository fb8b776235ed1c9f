import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';

/**
 * Removes e-mail addresses, in lower case, from the channels of alerts. Returns the audit ids of all channels
 * that ever had one of them.
 */
export async function eraseChannels(tx: Tx, org: Org, emails: readonly string[]): Promise<string[]> {
  if (emails.length === 0) return [];
  await sql`
    delete from alert_channels
    where org_id = ${org.orgId} and lower(email) = any(${[...emails]})`.execute(tx);
  const { rows } = await sql<{ id: string }>`
    select distinct entity_id as id from audit_log
    where org_id = ${org.orgId} and entity_type = 'ALERT_CHANNEL'
      and (lower(before ->> 'email') = any(${[...emails]}) or lower(after ->> 'email') = any(${[...emails]}))
  `.execute(tx);
  return rows.map(({ id }) => id);
}
