import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';

/**
 * Erases the names of accounts and their customer from contexts: a pseudonym replaces each name, and the
 * account id replaces an alias. Usage stays. The caller has locked out ingestion, so no such context can be
 * added meanwhile.
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
