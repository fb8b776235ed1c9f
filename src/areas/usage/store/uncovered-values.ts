import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { MAX_NOTED, type NewValue } from '../ingestion/noted-values.ts';

export interface NotedValue extends NewValue {
  firstSeenAt: Temporal.Instant;
}

/** Stores values that are not stored yet, up to the limit; returns how many. */
export async function insertUncoveredValues(
  tx: Tx,
  org: Org,
  { values, now }: { values: readonly NewValue[]; now: Temporal.Instant },
): Promise<number> {
  const { rows } = await sql`
    insert into uncovered_values (org_id, schema_name, dimension, value, first_seen_at)
    select ${org.orgId}, v.schema_name, v.dimension, v.value, ${now}
    from unnest(${values.map(({ schemaName }) => schemaName)}::text[],
      ${values.map(({ dimension }) => dimension)}::text[], ${values.map(({ value }) => value)}::text[])
      with ordinality as v (schema_name, dimension, value, place)
    where (select count(*) from (
      select from uncovered_values where org_id = ${org.orgId} limit ${sql.lit(MAX_NOTED)}) as stored)
      < ${sql.lit(MAX_NOTED)}
    order by place
    on conflict do nothing returning 1`.execute(tx);
  return rows.length;
}

/** All stored values, of all schemas or of one. */
export async function listNotedValues(tx: Tx, org: Org, schemaName: string | null): Promise<NotedValue[]> {
  const { rows } = await sql<NotedValue>`
    select schema_name, dimension, value, first_seen_at from uncovered_values
    where org_id = ${org.orgId} and (${schemaName}::text is null or schema_name = ${schemaName})
    order by schema_name collate "C", dimension collate "C", value collate "C"`.execute(tx);
  return rows;
}

export async function deleteUncoveredValues(tx: Tx, org: Org, values: readonly NewValue[]): Promise<void> {
  if (values.length === 0) return;
  await sql`
    delete from uncovered_values u
    using unnest(${values.map(({ schemaName }) => schemaName)}::text[],
      ${values.map(({ dimension }) => dimension)}::text[], ${values.map(({ value }) => value)}::text[])
      as v (schema_name, dimension, value)
    where u.org_id = ${org.orgId} and u.schema_name = v.schema_name and u.dimension = v.dimension
      and u.value = v.value`.execute(tx);
}
