import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import { textRows } from '#platform/db/few-values.ts';
import type { Org } from '#platform/http/operation.ts';
import { codeOf } from '../status-codes.ts';
import { classOf, EVENT_STATUSES, type EventStatus } from '../statuses.ts';
import type { AccountWindow } from './usage-rows.ts';

/**
 * Rejected by intention: the event is counted under its id already, or the customer's limit is reached.
 */
const INTENDED: readonly EventStatus[] = [
  'INGESTION_FAILED_DUPLICATE_EVENT',
  'INGESTION_FAILED_INSUFFICIENT_CREDITS',
];
const REJECTED = EVENT_STATUSES.filter(
  (status) => classOf(status) === 'UNPROCESSED' && !INTENDED.includes(status),
).map(codeOf);

/** Several windows as rows with their index. */
function windowRows(windows: readonly AccountWindow[]): RawBuilder<unknown> {
  const rows = windows.map(({ accountId, from, until }) => [accountId, from.toString(), until.toString()]);
  return sql`${textRows(rows)} as span (index, account_id, from_at, until_at)`;
}

/** The hours of a window from the first with usage of a meter until its end. */
export interface UsedHours {
  index: number;
  meterId: string;
  name: string;
  hours: number;
  hoursWithUsage: number;
  /** The longest sequence of hours without usage, and when it begins. */
  gapHours: number;
  gapFrom: Temporal.Instant | null;
}

/**
 * By window and meter with usage in it. Reads the hour rollups of each account by its indexes: a month of an
 * hourly meter is 744 rows.
 */
export async function listUsedHours(
  tx: Tx,
  org: Org,
  windows: readonly AccountWindow[],
): Promise<UsedHours[]> {
  if (windows.length === 0) return [];
  const { rows } = await sql<UsedHours>`
    with used as (
      select span.index, each.meter_id, each.hour_at, span.until_at::timestamptz as until_at
      from ${windowRows(windows)}
      cross join lateral (
        select u.meter_id, u.hour_at from usage_hours u
        where u.org_id = ${org.orgId} and u.account_id = span.account_id
          and u.hour_at >= span.from_at::timestamptz and u.hour_at < span.until_at::timestamptz
        group by u.meter_id, u.hour_at having sum(u.events) > 0) as each),
    gaps as (
      select index, meter_id, hour_at, count(*) over meter as hours_with_usage,
        ${hoursBetween(sql`min(hour_at) over meter`, sql`until_at`)} as hours,
        ${hoursBetween(sql`hour_at`, sql`lead(hour_at, 1, until_at) over ordered`)} - 1 as gap_hours
      from used
      window meter as (partition by index, meter_id),
        ordered as (partition by index, meter_id order by hour_at))
    select distinct on (gaps.index, gaps.meter_id) gaps.index, gaps.meter_id, m.name, gaps.hours::int4,
      gaps.hours_with_usage::int4, greatest(gaps.gap_hours, 0)::int4 as gap_hours,
      case when gaps.gap_hours > 0 then gaps.hour_at + interval '1 hour' end as gap_from
    from gaps join usage_meters m on m.org_id = ${org.orgId} and m.id = gaps.meter_id
    order by gaps.index, gaps.meter_id, gaps.gap_hours desc, gaps.hour_at`.execute(tx);
  return rows;
}

/** Whole hours; a started one at the end counts. */
function hoursBetween(from: RawBuilder<unknown>, until: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`ceil(extract(epoch from (${until}) - (${from})) / 3600)`;
}

/** Counts of the events of an account whose own time lies in a window. */
export interface WindowEvents {
  index: number;
  rejected: number;
  /** At most one more than `rejected` may be a part of: an exact total is only needed up to there. */
  received: number;
  inQueue: number;
  late: number;
}

/**
 * By window, in their order. `late`: counted, but received after the end; such events have at least the
 * number `lateFrom`. `share` is the smallest share of rejected events that matters, from 0 to 1.
 */
export async function countWindowEvents(
  tx: Tx,
  org: Org,
  { windows, share }: { windows: readonly (AccountWindow & { lateFrom: number })[]; share: string },
): Promise<WindowEvents[]> {
  if (windows.length === 0) return [];
  const texts = windows.map(({ accountId, from, until, lateFrom }) => [
    ...[accountId, from.toString(), until.toString(), String(lateFrom)],
  ]);
  const ofSpan = sql`e.event_time >= span.from_at::timestamptz and e.event_time < span.until_at::timestamptz`;
  const events = sql`event_contexts c join events e on e.org_id = c.org_id and e.context_id = c.context_id
    where c.org_id = ${org.orgId} and c.account_id = span.account_id and ${ofSpan}`;
  const { rows } = await sql<WindowEvents>`
    select span.index, unmetered.rejected::int8, unmetered.in_queue::int8, late.events::int8 as late,
      case when unmetered.rejected = 0 then 0 else (
        select count(*) from (
          select from ${events} and e.status <> ${sql.lit(codeOf('INGESTION_FAILED_DUPLICATE_EVENT'))}
          limit ceil(unmetered.rejected / greatest(${share}::numeric, 0.000001))::int8 + 1) as counted)
        end::int8 as received
    from ${textRows(texts)} as span (index, account_id, from_at, until_at, late_from)
    cross join lateral (
      select count(*) filter (where e.status = any(${REJECTED}::int2[])) as rejected,
        count(*) filter (where e.status = ${sql.lit(codeOf('INGESTION_IN_PROGRESS'))}) as in_queue
      from ${events} and e.status <> 1) as unmetered
    -- Only numbers from the end of the window on: the index of contexts finds them by their stretch.
    cross join lateral (
      select count(*) as events from ${events} and e.status = 1
        and (e.seq >> 25) >= (span.late_from::int8 >> 25) and e.seq >= span.late_from::int8
        and e.received_at >= span.until_at::timestamptz) as late
    order by span.index`.execute(tx);
  return rows;
}

/** Events that wait for a correction by a job, of the accounts that have some. */
export async function countWaitingCorrections(
  tx: Tx,
  org: Org,
  accountIds: readonly string[],
): Promise<{ accountId: string; eventTime: Temporal.Instant }[]> {
  const { rows } = await sql<{ accountId: string; eventTime: Temporal.Instant }>`
    -- Before the ids are read: the entries of other jobs are no events.
    with waiting as materialized (
      select p.entity_id from jobs j
      join job_entries p
        on p.org_id = j.org_id and p.job_id = j.id and p.status in ('PENDING', 'IN_PROGRESS')
      where j.org_id = ${org.orgId} and j.type = 'EVENT_CORRECTIONS' and j.settled_at is null)
    select c.account_id, e.event_time
    from waiting w
    join events e on e.org_id = ${org.orgId} and e.seq = event_number(w.entity_id::uuid)
    join event_contexts c on c.org_id = e.org_id and c.context_id = e.context_id
    where c.account_id = any(${accountIds})`.execute(tx);
  return rows;
}

/**
 * The lowest number that an event received at or after an instant may have. Numbers ascend with the time of
 * receipt, except that concurrent transactions may differ by their duration, for which a minute is allowed.
 * Searches by halves: some fifty reads of the primary key.
 */
export async function findNumberAt(tx: Tx, org: Org, at: Temporal.Instant): Promise<number> {
  const { rows } = await sql<{ number: number }>`
    with recursive bounds as (
      select coalesce((select seq from events where org_id = ${org.orgId} order by seq limit 1), 0) as low,
        1 + coalesce((
          select seq from events where org_id = ${org.orgId} order by seq desc limit 1), 0) as high
      union all
      -- Everything below low was received before, everything from high on is not.
      select case when probe.is_before then probe.seq + 1 else b.low end,
        case when probe.is_before then b.high else b.middle end
      from (select low, high, low + (high - low) / 2 as middle from bounds where low < high) as b
      cross join lateral (
        select coalesce(found.seq, b.middle) as seq, coalesce(found.is_before, false) as is_before
        from (select) as one left join lateral (
          select e.seq, e.received_at < ${at.subtract({ minutes: 1 })}::timestamptz as is_before from events e
          where e.org_id = ${org.orgId} and e.seq >= b.middle and e.seq < b.high
          order by e.seq limit 1) as found on true) as probe)
    select low as number from bounds where low >= high limit 1`.execute(tx);
  return rows[0]?.number ?? 0;
}
