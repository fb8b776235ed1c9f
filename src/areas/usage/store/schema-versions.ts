import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';

/** Whose events a meter counts, and between which instants. */
export interface CountedRange {
  accountId: string;
  meterId: string;
  from: Temporal.Instant;
  until: Temporal.Instant;
}

export interface CountedSchema {
  name: string;
  /** Ascending. */
  versions: string[];
}

/**
 * The event schemas, with their versions, with which the meters read the events of each range, in the order
 * of the ranges. Versions are kept with the events, so later versions do not change the past.
 */
export async function listCountedSchemas(
  tx: Tx,
  org: Org,
  ranges: readonly CountedRange[],
): Promise<CountedSchema[][]> {
  if (ranges.length === 0) return [];
  const { rows } = await sql<{ nth: number; name: string; versions: number[] }>`
    select r.nth::int4 as nth, c.schema_name as name,
      array_agg(distinct (c.facts ->> 'schemaVersion')::int4) as versions
    from unnest(${ranges.map(({ accountId }) => accountId)}::text[],
      ${ranges.map(({ meterId }) => meterId)}::text[],
      ${ranges.map(({ from }) => from.toString())}::timestamptz[],
      ${ranges.map(({ until }) => until.toString())}::timestamptz[])
      with ordinality as r (account_id, meter_id, from_at, until_at, nth)
    join event_contexts c on c.org_id = ${org.orgId} and c.account_id = r.account_id
      and r.meter_id = any(c.meter_ids) and c.facts ? 'schemaVersion'
      and (c.cycle_at is null or (c.cycle_until > r.from_at and c.cycle_at < r.until_at))
    where exists (select from events e where e.org_id = ${org.orgId} and e.context_id = c.context_id
      and e.event_time >= r.from_at and e.event_time < r.until_at)
    group by 1, 2 order by 1, 2`.execute(tx);
  const found = Map.groupBy(rows, ({ nth }) => nth);
  return ranges.map((_, index) =>
    (found.get(index + 1) ?? []).map(({ name, versions }) => ({
      name,
      versions: versions.toSorted((a, b) => a - b).map(String),
    })),
  );
}
