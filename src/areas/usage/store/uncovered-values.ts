import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { MAX_NOTED, type NewValue } from '../ingestion/noted-values.ts';

export interface NotedValue extends NewValue {
  firstSeenAt: Temporal.Instant;
}

/** Stores values that are not stored yet, as many as the limit leaves room for; returns how many. */
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
    order by place
    limit ${sql.lit(MAX_NOTED)} - (select count(*) from (
      select from uncovered_values where org_id = ${org.orgId} limit ${sql.lit(MAX_NOTED)}) as stored)
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

/** Locks them in the order of their keys: two checks may forget the same values. */
export async function deleteUncoveredValues(tx: Tx, org: Org, values: readonly NewValue[]): Promise<void> {
  if (values.length === 0) return;
  await sql`
    with locked as materialized (
      select u.schema_name, u.dimension, u.value from uncovered_values u
      join unnest(${values.map(({ schemaName }) => schemaName)}::text[],
        ${values.map(({ dimension }) => dimension)}::text[], ${values.map(({ value }) => value)}::text[])
        as v (schema_name, dimension, value) using (schema_name, dimension, value)
      where u.org_id = ${org.orgId}
      order by u.schema_name, u.dimension, u.value for update of u)
    delete from uncovered_values u using locked
    where u.org_id = ${org.orgId} and u.schema_name = locked.schema_name
      and u.dimension = locked.dimension and u.value = locked.value`.execute(tx);
}
