import { type RawBuilder, sql } from 'kysely';
import type { Decimal } from '#core/decimal.ts';
import { timestampArray, timestampArrayOfMs } from '#platform/db/binary-arrays.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { keptUnits } from './usage.ts';

/** A rollup that differs from its events. */
export interface RollupMismatch {
  rollup: 'HOUR' | 'CYCLE';
  accountId: string;
  meterId: string;
  /** Start of the hour, of the merged hours, or of the cycle; null before all known ones. */
  at: Temporal.Instant | null;
  scheduleId: string | null;
  cycleStart: string | null;
  keptUnits: Decimal;
  keptEvents: number;
  /** Computed from the events. */
  units: Decimal;
  events: number;
}

export interface AuditedCycle {
  accountId: string;
  scheduleId: string;
  cycleStart: string;
  startAt: Temporal.Instant;
  endAt: Temporal.Instant;
}

export interface RequestedRollups {
  accountIds: readonly string[];
  /** Ascending, in ms: starts of the intervals in which rollups and events can be compared. */
  hours: readonly number[];
  /** `hours` together with the boundaries of all cycles. */
  borders: readonly number[];
  cycles: readonly AuditedCycle[];
  /** Accounts whose cycle rollups are up to date with their timelines. */
  settledIds: readonly string[];
  /** Restricts the comparison to this range; null is unbounded. */
  within: { from: Temporal.Instant | null; until: Temporal.Instant | null };
  /** Earlier events may have been deleted, and cycles outside `cycles` are not checked. */
  isCut: boolean;
  /** What to compare rollups with; cycles with hours, if they consist of whole hours. */
  by: 'EVENTS' | 'HOURS';
  limit: number;
}

/** Sums once, and compares with the hour and cycle rollups. */
export async function listRollupMismatches(
  tx: Tx,
  org: Org,
  requested: RequestedRollups,
): Promise<RollupMismatch[]> {
  const hours = arrayOfMs(requested.hours);
  const borders = arrayOfMs(requested.borders);
  const { rows } = await sql<RollupMismatch>`
    with found as materialized (${foundUnits(org, requested, borders)}),
    hours_found as (
      select m.account_id, m.meter_id,
        coalesce(width_bucket(${borders}[m.index], ${hours}), 0) as index,
        ${keptUnits(sql.ref('m.units'))} as units, sum(m.events) as events
      from found m group by m.account_id, m.meter_id, m.aggregation, 3),
    hours_kept as (${keptHours(org, requested, hours)}),
    cycle as (${cyclesIn(requested)}),
    cycles_found as (
      select c.account_id, c.schedule_id, c.cycle_start, m.meter_id,
        ${keptUnits(sql.ref('m.units'))} as units, sum(m.events) as events
      from found m join cycle c on c.account_id = m.account_id
        and ${borders}[m.index] >= c.start_at and ${borders}[m.index] < c.end_at
      group by 1, 2, 3, 4, m.aggregation),
    cycles_kept as (${keptCycles(org, requested)})
    (select 'HOUR' as rollup, account_id, meter_id, ${hours}[index] as at,
        null::text as schedule_id, null::text as cycle_start, ${BOTH}
      from hours_kept k full join hours_found f using (account_id, meter_id, index)
      where ${DIFFERS} order by 2, 3, 4 limit ${requested.limit})
    union all
    (select 'CYCLE', account_id, meter_id, c.start_at, schedule_id, cycle_start::text, ${BOTH}
      from cycles_kept k full join cycles_found f using (account_id, schedule_id, cycle_start, meter_id)
      left join cycle c using (account_id, schedule_id, cycle_start)
      where ${DIFFERS} order by 2, 3, 5, 6 limit ${requested.limit})`.execute(tx);
  return rows;
}

const BOTH = sql`coalesce(k.units, 0) as kept_units, coalesce(k.events, 0)::int8 as kept_events,
  coalesce(f.units, 0) as units, coalesce(f.events, 0)::int8 as events`;
const DIFFERS = sql`coalesce(k.units, 0) <> coalesce(f.units, 0)
  or coalesce(k.events, 0) <> coalesce(f.events, 0)`;

/** Sums events or hours of the accounts between all boundaries; index 0 is before the first. */
function foundUnits(org: Org, { accountIds, within, by }: RequestedRollups, borders: RawBuilder<unknown>) {
  const [source, at, events] =
    by === 'HOURS'
      ? [sql`usage_hours`, 'u.hour_at', sql`sum(u.events)`]
      : [sql`metered_usage`, 'u.event_time', sql`count(*)`];
  return sql`
    select u.account_id, u.meter_id, m.aggregation, width_bucket(${sql.ref(at)}, ${borders}) as index,
      ${keptUnits(sql.ref('u.units'))} as units, ${events} as events
    from ${source} u left join usage_meters m on m.org_id = ${org.orgId} and m.id = u.meter_id
    where u.org_id = ${org.orgId} and u.account_id = any(${accountIds}) and ${isWithin(within, at)}
    group by 1, 2, 3, 4`;
}

function keptHours(org: Org, { accountIds, within }: RequestedRollups, hours: RawBuilder<unknown>) {
  return sql`
    select h.account_id, h.meter_id, width_bucket(h.hour_at, ${hours}) as index,
      ${keptUnits(sql.ref('h.units'))} as units, sum(h.events) as events
    from usage_hours h left join usage_meters m on m.org_id = ${org.orgId} and m.id = h.meter_id
    where h.org_id = ${org.orgId} and h.account_id = any(${accountIds}) and ${isWithin(within, 'h.hour_at')}
    group by h.account_id, h.meter_id, m.aggregation, 3`;
}

function keptCycles(org: Org, { settledIds, isCut }: RequestedRollups) {
  return sql`
    select u.account_id, u.schedule_id, u.cycle_start, u.meter_id,
      ${keptUnits(sql.ref('u.units'))} as units, sum(u.events) as events
    from usage_cycles u left join usage_meters m on m.org_id = ${org.orgId} and m.id = u.meter_id
    where u.org_id = ${org.orgId} and u.account_id = any(${settledIds})
      and (not ${isCut}::boolean or (u.account_id, u.schedule_id, u.cycle_start) in (
        select account_id, schedule_id, cycle_start from cycle))
    group by 1, 2, 3, 4, m.aggregation`;
}

function cyclesIn({ cycles }: RequestedRollups) {
  const column = (name: 'accountId' | 'scheduleId' | 'cycleStart') => cycles.map((each) => each[name]);
  return sql`
    select * from unnest(${column('accountId')}::text[], ${column('scheduleId')}::text[],
      ${column('cycleStart')}::date[], ${arrayOf(cycles.map(({ startAt }) => startAt))},
      ${arrayOf(cycles.map(({ endAt }) => endAt))})
      as cycle (account_id, schedule_id, cycle_start, start_at, end_at)`;
}

function arrayOf(instants: readonly Temporal.Instant[]): RawBuilder<unknown> {
  return sql`(${timestampArray(instants)}::timestamptz[])`;
}

function arrayOfMs(milliseconds: readonly number[]): RawBuilder<unknown> {
  return sql`(${timestampArrayOfMs(milliseconds)}::timestamptz[])`;
}

function isWithin({ from, until }: RequestedRollups['within'], column: string): RawBuilder<unknown> {
  const at = sql.ref(column);
  const ends = [from && sql`${at} >= ${from}`, until && sql`${at} < ${until}`].filter((end) => end !== null);
  return ends.length === 0 ? sql`true` : sql.join(ends, sql` and `);
}
