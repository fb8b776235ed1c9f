import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';

/** Contacts that a customer ever had, by the audit log: also those that were deleted since. */
export async function listPastContacts(tx: Tx, org: Org, customerId: string): Promise<string[]> {
  const { rows } = await sql<{ username: string }>`
    select distinct entity_id as username from audit_log
    where org_id = ${org.orgId} and entity_type = 'CONTACT'
      and coalesce(after ->> 'customer_id', before ->> 'customer_id') = ${customerId}`.execute(tx);
  return rows.map(({ username }) => username);
}
