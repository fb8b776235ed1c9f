import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';

/**
 * Deletes the free-form settings of a customer and its accounts; platform settings stay. Returns the audit
 * ids of all settings that ever existed.
 */
export async function eraseSettings(
  tx: Tx,
  org: Org,
  { customerId, accountIds }: { customerId: string; accountIds: readonly string[] },
): Promise<string[]> {
  const ids = [...accountIds];
  await sql`
    delete from settings where org_id = ${org.orgId} and namespace <> 'PLATFORM'
      and (entity_type = 'CUSTOMER' and entity_id = ${customerId}
        or entity_type = 'ACCOUNT' and entity_id = any(${ids}))`.execute(tx);
  const { rows } = await sql<{ address: string }>`
    select distinct entity_id as address from audit_log,
      lateral (select coalesce(before, after) as members) as said
    where org_id = ${org.orgId} and entity_type = 'SETTING' and action <> 'UPDATED'
      and members ->> 'namespace' <> 'PLATFORM'
      and (members ->> 'entity_type' = 'CUSTOMER' and members ->> 'entity_id' = ${customerId}
        or members ->> 'entity_type' = 'ACCOUNT' and members ->> 'entity_id' = any(${ids}))`.execute(tx);
  return rows.map(({ address }) => address);
}
