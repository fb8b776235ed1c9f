import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';

/**
 * What events share no longer says what accounts and their customer were called: the names become a
 * pseudonym, and where an event named the account by an alias, its id stands. What was used stays. Ingestion
 * has been locked out: nobody adds such a context meanwhile.
 */
export async function eraseContexts(
  tx: Tx,
  org: Org,
  { accountIds, name }: { accountIds: readonly string[]; name: string },
): Promise<void> {
  await sql`
    update event_contexts set facts = facts || jsonb_strip_nulls(jsonb_build_object(
      'ref', case when facts ? 'ref' then account_id end,
      'account', case when facts ? 'account'
        then jsonb_build_object('id', facts -> 'account' -> 'id', 'name', ${name}::text) end,
      'customer', case when facts ? 'customer'
        then jsonb_build_object('id', facts -> 'customer' -> 'id', 'name', ${name}::text) end))
    where org_id = ${org.orgId} and account_id = any(${[...accountIds]})`.execute(tx);
}
