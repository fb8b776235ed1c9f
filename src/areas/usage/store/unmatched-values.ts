import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { SEPARATOR } from '../event-context.ts';

/** Maximum events to examine: the newest of the requested time. */
const MAX_EVENTS = 100_000;
const MAX_SCHEMAS = 1000;

export interface UnmatchedValue {
  schemaName: string;
  dimension: string;
  value: string;
  events: number;
  lastReceivedAt: Temporal.Instant;
}

/** Schemas of events since then that no meter counted. */
export async function listUnmatchedSchemas(tx: Tx, org: Org, since: Temporal.Instant): Promise<string[]> {
  const { rows } = await sql<{ schemaName: string }>`
    with recent as materialized (${recentEvents(org, since)})
    select distinct c.schema_name from (select distinct context_id from recent) as r
    join event_contexts c on c.org_id = ${org.orgId} and c.context_id = r.context_id
    order by c.schema_name limit ${sql.lit(MAX_SCHEMAS)}`.execute(tx);
  return rows.map(({ schemaName }) => schemaName);
}

/**
 * Values of the given dimensions in events since then that no meter counted; the most frequent first. The
 * context of an event defines the positions of its values (`event-context.ts`).
 */
export async function listUnmatchedValues(
  tx: Tx,
  org: Org,
  requested: {
    since: Temporal.Instant;
    dimensions: readonly { schemaName: string; dimension: string }[];
    limit: number;
  },
): Promise<UnmatchedValue[]> {
  const schemaNames = requested.dimensions.map(({ schemaName }) => schemaName);
  const names = requested.dimensions.map(({ dimension }) => dimension);
  const { rows } = await sql<UnmatchedValue>`
    with recent as materialized (${recentEvents(org, requested.since)}),
    contexts as materialized (
      select c.context_id, c.schema_name, c.facts from (select distinct context_id from recent) as r
      join event_contexts c on c.org_id = ${org.orgId} and c.context_id = r.context_id),
    wanted as (
      select * from unnest(${schemaNames}::text[], ${names}::text[]) as w (schema_name, dimension)),
    indexes as materialized (${positionsOfDimensions()}),
    found as (
      select p.schema_name, p.dimension, r.received_at,
        coalesce(p.fixed, split_part(r.vals, ${SEPARATOR}, p.index)) as value
      from recent r join indexes p on p.context_id = r.context_id
      union all ${ownDimensions()})
    select f.schema_name, f.dimension, f.value, count(*)::int8 as events,
      max(f.received_at) as last_received_at
    from found f join wanted w on w.schema_name = f.schema_name and w.dimension = f.dimension
    group by f.schema_name, f.dimension, f.value
    order by events desc, f.schema_name collate "C", f.dimension collate "C", f.value collate "C"
    limit ${sql.lit(requested.limit)}`.execute(tx);
  return rows;
}

/** By the index of uncounted events. */
function recentEvents(org: Org, since: Temporal.Instant): RawBuilder<unknown> {
  return sql`
    select context_id, vals, detail, received_at from events
    where org_id = ${org.orgId} and received_at >= ${since} and status between 2 and 3
    order by received_at desc limit ${sql.lit(MAX_EVENTS)}`;
}

/** Attributes come first, then dimensions that are not promoted, then enriched values. */
function positionsOfDimensions(): RawBuilder<unknown> {
  return sql`
    select c.context_id, c.schema_name, d.dimension, d.fixed, d.index
    from contexts c
    cross join lateral (
      select jsonb_array_length(c.facts #> '{fields,attributes}') as attributes,
        (select count(*) from jsonb_array_elements_text(c.facts #> '{fields,dimensions}')
          with ordinality as n (dimension, i)
          where c.facts #> '{fields,fixed}' ->> (n.i - 1)::int is null) as own) as size
    cross join lateral (
      select n.dimension, c.facts #> '{fields,fixed}' ->> (n.i - 1)::int as fixed,
        (size.attributes + count(*) filter (where c.facts #> '{fields,fixed}' ->> (n.i - 1)::int is null)
          over (order by n.i))::int as index
      from jsonb_array_elements_text(c.facts #> '{fields,dimensions}') with ordinality as n (dimension, i)
      union all
      select n.dimension, null,
        (greatest(1, size.attributes + size.own) + jsonb_array_length(c.facts #> '{enriched,attributes}')
          + n.i)::int
      from jsonb_array_elements_text(c.facts #> '{enriched,dimensions}') with ordinality
        as n (dimension, i)) as d
    where c.facts ? 'fields'`;
}

/** For events with fields beyond those of their schema, which store all of their fields. */
function ownDimensions(): RawBuilder<unknown> {
  return sql`
    select c.schema_name, d.dimension, r.received_at, d.value
    from recent r join contexts c on c.context_id = r.context_id and not c.facts ? 'fields'
    cross join lateral (
      select key as dimension, value from jsonb_each_text(nullif(r.detail, '')::jsonb -> 'dimensions')
      union all
      select e.name, e.value
      from jsonb_to_recordset(nullif(r.detail, '')::jsonb #> '{enriched,dimensions}')
        as e (name text, value text)) as d`;
}
