import { type RawBuilder, sql } from 'kysely';
import type { Window } from '#core/aggregation/index.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { codeOf, statusOf } from '../status-codes.ts';
import type { EventStatus } from '../statuses.ts';
import { bucketOf } from './buckets.ts';

export type EventGroup = 'accountId' | 'status' | 'schemaName';

export interface EventCount {
  /** The boundary at which the bucket begins. */
  bucketAt: Temporal.Instant;
  /** Null when not grouped by it, or when the event matched no account. */
  accountId: string | null;
  status: EventStatus | null;
  schemaName: string | null;
  events: number;
}

interface CountQuery extends Window {
  borders: readonly Temporal.Instant[];
  groupBy: readonly EventGroup[];
  accountIds?: readonly string[];
  customerIds?: readonly string[];
  schemaNames?: readonly string[];
  statuses?: readonly EventStatus[];
}

/**
 * Counts events whose own time lies in `[from, until)`, between ascending `borders` (the first at or before
 * `from`) and by the requested groups; empty groups are omitted.
 *
 * For a million events in the range: 0.7 s of database time, 1.0 s by account or schema; twice that if all
 * events were joined with their contexts first. A day of them takes 30 ms, as do unprocessed events.
 */
export async function countEvents(tx: Tx, org: Org, query: CountQuery): Promise<EventCount[]> {
  const isNamed = query.groupBy.some((group) => group !== 'status');
  const column = (group: EventGroup, name: string) =>
    query.groupBy.includes(group) ? sql.ref(name) : sql`null::text`;
  const names = isNamed
    ? sql`join event_contexts c on c.org_id = ${org.orgId} and c.context_id = counted.context_id`
    : sql``;
  const { rows } = await sql<Omit<EventCount, 'status'> & { status: number | null }>`
    select counted.bucket_at, ${column('accountId', 'c.account_id')} as account_id, counted.status,
      ${column('schemaName', 'c.schema_name')} as schema_name, sum(counted.events)::int8 as events
    from (${countByContext(org, query, isNamed)}) as counted ${names}
    group by 1, 2, 3, 4 order by 1, 2, 3, 4`.execute(tx);
  return rows.map((row) => ({ ...row, status: row.status === null ? null : statusOf(row.status) }));
}

/** Counts before it looks up the names, which thousands of events share. */
function countByContext(org: Org, query: CountQuery, isNamed: boolean): RawBuilder<unknown> {
  const { from, until, borders, groupBy } = query;
  return sql`
    select ${bucketOf(sql.ref('e.event_time'), borders)} as bucket_at,
      ${groupBy.includes('status') ? sql.ref('e.status') : sql`null::int2`} as status,
      ${isNamed ? sql.ref('e.context_id') : sql`null::int4`} as context_id, count(*) as events
    from events e ${ofContexts(org, query)}
    where e.org_id = ${org.orgId} and e.event_time >= ${from} and e.event_time < ${until}
      and ${query.statuses ? hasStatus(query.statuses) : sql`true`}
    group by 1, 2, 3`;
}

function ofContexts(org: Org, { accountIds, customerIds, schemaNames }: CountQuery): RawBuilder<unknown> {
  const conditions = [
    ...(accountIds ? [sql`and wanted.account_id = any(${accountIds})`] : []),
    ...(customerIds ? [sql`and wanted.customer_id = any(${customerIds})`] : []),
    ...(schemaNames ? [sql`and wanted.schema_name = any(${schemaNames})`] : []),
  ];
  if (conditions.length === 0) return sql``;
  return sql`join event_contexts wanted on wanted.org_id = ${org.orgId}
    and wanted.context_id = e.context_id ${sql.join(conditions, sql` `)}`;
}

/** Consecutive statuses become a range; the index of unmetered events needs the explicit condition. */
function hasStatus(statuses: readonly EventStatus[]): RawBuilder<unknown> {
  const codes = [...new Set(statuses.map(codeOf))].sort((a, b) => a - b);
  const [first = 0, last = 0] = [codes[0], codes.at(-1)];
  if (last - first === codes.length - 1) return sql`e.status between ${sql.lit(first)} and ${sql.lit(last)}`;
  const unmetered = first === 1 ? sql`` : sql`and e.status <> 1`;
  return sql`e.status = any(${codes}::int2[]) ${unmetered}`;
}
