import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';

/**
 * Deletes the aliases of accounts, which ended at their archival, and removes from the organization's list
 * those that no other account ever had. Returns the deleted aliases.
 */
export async function eraseAliases(tx: Tx, org: Org, accountIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ value: string }>`
    delete from account_aliases where org_id = ${org.orgId} and account_id = any(${[...accountIds]})
    returning value`.execute(tx);
  const values = [...new Set(rows.map(({ value }) => value))];
  const { rows: theirs } = await sql<{ value: string }>`
    delete from known_aliases k where org_id = ${org.orgId} and value = any(${values})
      and not exists (select from account_aliases a where a.org_id = ${org.orgId}
        and a.value collate "C" = k.value)
    returning value`.execute(tx);
  return theirs.map(({ value }) => value);
}
