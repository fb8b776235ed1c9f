import { type RawBuilder, sql } from 'kysely';
import { int2Array } from '#platform/db/binary-arrays.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { codeOf, statusOf } from '../status-codes.ts';
import { EVENT_STATUSES, type EventStatus } from '../statuses.ts';
import { EVENT_COLUMNS, type EventRow, readEventRow, type StoredEventRow, withStored } from './events.ts';

export interface UncountedRequest {
  accountId?: string | undefined;
  customerId?: string | undefined;
  schemaName?: string | undefined;
  from: Temporal.Instant;
  until: Temporal.Instant;
}

/** Events of one status, schema and reason. */
export interface UncountedGroup {
  status: EventStatus;
  schemaName: string;
  reason: string | null;
  /** The account as sent, of events that match none. */
  accountRef: string | null;
  events: number;
  firstAt: Temporal.Instant;
  lastAt: Temporal.Instant;
  /** The number of the newest one. */
  seq: number;
}

const METERED = codeOf('INGESTION_COMPLETED_EVENT_METERED');
const NOT_FOUND = codeOf('INGESTION_FAILED_ACCOUNT_NOT_FOUND');
/** Their descriptions differ from event to event. */
const ONE_REASON = (
  ['INGESTION_FAILED_DUPLICATE_EVENT', 'INGESTION_FAILED_INSUFFICIENT_CREDITS', 'REVERTED'] as const
).map(codeOf);

/**
 * Events that no meter counts, by reason, the most frequent first. It examines at most `most` events of each
 * status, the newest.
 */
export async function listUncountedGroups(
  tx: Tx,
  org: Org,
  wanted: UncountedRequest & { most: number; limit: number },
): Promise<{ groups: UncountedGroup[]; isComplete: boolean }> {
  const codes = EVENT_STATUSES.map(codeOf).filter((code) => code !== METERED);
  const { rows } = await sql<Omit<UncountedGroup, 'status'> & { status: number; found: number }>`
    with found as materialized (
      select e.* from unnest(${int2Array(codes)}::int2[]) as requested (status)
      cross join lateral (${eventsOf(org, wanted)}) as e),
    told as (
      select f.*, nullif(f.detail, '')::jsonb ->> 'description' as description,
        case when f.status = ${sql.lit(NOT_FOUND)} then nullif(f.detail, '')::jsonb ->> 'ref' end as ref
      from found f)
    select status, schema_name, max(description) as reason, ref as account_ref, count(*)::int8 as events,
      min(event_time) as first_at, max(event_time) as last_at, max(seq) as seq,
      sum(count(*)) over (partition by status)::int8 as found
    from told
    group by status, schema_name, ref,
      case when status = any(${int2Array(ONE_REASON)}::int2[]) then null else description end
    order by events desc, schema_name collate "C", status limit ${sql.lit(wanted.limit)}`.execute(tx);
  return {
    groups: rows.map(({ found: _, ...row }) => ({ ...row, status: statusOf(row.status) })),
    isComplete: rows.length < wanted.limit && rows.every(({ found }) => found < wanted.most),
  };
}

/** Both ways have an index of uncounted events: of an account by its contexts, of all by their status. */
function eventsOf(org: Org, wanted: UncountedRequest & { most: number }): RawBuilder<unknown> {
  const { accountId, customerId, schemaName, from, until, most } = wanted;
  const isWanted = [
    ...(accountId === undefined ? [] : [sql`and c.account_id = ${accountId}`]),
    ...(customerId === undefined ? [] : [sql`and c.customer_id = ${customerId}`]),
    ...(schemaName === undefined ? [] : [sql`and c.schema_name = ${schemaName}`]),
  ];
  return sql`
    select e.seq, e.status, e.detail, e.event_time, c.schema_name
    from events e join event_contexts c on c.org_id = e.org_id and c.context_id = e.context_id
    where e.org_id = ${org.orgId} and e.status = requested.status and e.status <> ${sql.lit(METERED)}
      and e.event_time >= ${from} and e.event_time < ${until}
      ${isWanted.length > 0 ? sql.join(isWanted, sql` `) : sql``}
    order by e.seq desc limit ${sql.lit(most)}`;
}

/** The newest events that other meters count but this one does not, although it has their schema. */
export async function listFilteredOut(
  tx: Tx,
  org: Org,
  wanted: UncountedRequest & { accountId: string; meterId: string; most: number },
): Promise<EventRow[]> {
  const { accountId, meterId, from, until, most } = wanted;
  const { rows } = await sql<StoredEventRow>`
    select ${EVENT_COLUMNS} from (
      select e.seq from event_contexts c
      cross join lateral (
        select e.seq from events e
        where e.org_id = ${org.orgId} and e.context_id = c.context_id and e.status = ${sql.lit(METERED)}
          and (string_to_array(e.units, e'\t'))[array_position(c.meter_ids, ${meterId}::text)] = ''
          and e.event_time >= ${from} and e.event_time < ${until}
        order by e.seq >> 25 desc, e.seq desc limit ${sql.lit(most)}) as e
      where c.org_id = ${org.orgId} and c.account_id = ${accountId} and ${meterId} = any(c.meter_ids)
      order by e.seq desc limit ${sql.lit(most)}) as n ${withStored(org, sql`n.seq`)}
    order by e.seq desc`.execute(tx);
  return rows.map(readEventRow);
}
