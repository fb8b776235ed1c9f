import { sql } from 'kysely';
import type { DependencyValue } from '#areas/event-schemas/index.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';

/** A setting as seen from one event: the first value among account, customer, schema and organization. */
export interface WantedSetting {
  namespace: string;
  id: string;
  accountId: string;
  customerId: string;
  schemaName: string;
}

/**
 * The values in the order of the wanted settings, null if a setting exists at no level. One statement serves
 * a whole batch, so it reads the table of a lower area instead of requesting single values.
 */
export async function findSettings(
  tx: Tx,
  org: Org,
  wanted: readonly WantedSetting[],
): Promise<(DependencyValue | null)[]> {
  if (wanted.length === 0) return [];
  const column = (name: keyof WantedSetting) => wanted.map((one) => one[name]);
  const { rows } = await sql<Required<DependencyValue> & { position: number }>`
    select wanted.position, found.value, found.data_type
    from unnest(${column('namespace').map((name) => name.toUpperCase())}::text[], ${column('id')}::text[],
      ${column('accountId')}::text[], ${column('customerId')}::text[], ${column('schemaName')}::text[])
      with ordinality as wanted (namespace, id, account_id, customer_id, schema_name, position)
    cross join lateral (
      select s.value, s.data_type
      from (values (1, 'ACCOUNT', wanted.account_id), (2, 'CUSTOMER', wanted.customer_id),
        (3, 'EVENT_SCHEMA', wanted.schema_name), (4, 'ORGANIZATION', ${org.id}))
        as owner (rank, entity_type, entity_id)
      join settings s on s.org_id = ${org.orgId} and s.entity_type = owner.entity_type
        and s.entity_id = owner.entity_id and s.namespace = wanted.namespace and s.id = wanted.id
      order by owner.rank limit 1) found`.execute(tx);
  const byPosition = new Map(rows.map(({ position, value, dataType }) => [position, { value, dataType }]));
  return wanted.map((_, index) => byPosition.get(index + 1) ?? null);
}
