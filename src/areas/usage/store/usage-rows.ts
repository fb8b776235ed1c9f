import { type RawBuilder, sql } from 'kysely';
import type { Window } from '#core/aggregation/index.ts';
import type { Decimal } from '#core/decimal.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { isReadFromRows, type NotSummed, type ReadFromRows } from '../rollups.ts';
import { type BucketFilter, bucketOf, filterOwners, ownerColumn, type UsageOwner } from './buckets.ts';

/** A time range of one account. */
export interface AccountWindow extends Window {
  accountId: string;
}

/** The row totals of one meter in one of several windows. */
interface RowTotals {
  /** Index of the window in the requested list, from 0. */
  index: number;
  meterId: string;
  units: Decimal;
  /** For TIME_WEIGHTED_SUM: the sum of each event's units times its second. */
  moment: Decimal | null;
}

interface Requested {
  windows: readonly AccountWindow[];
  meterIds: readonly string[];
}

/** What an aggregation needs from the rows `u` of a window; LATEST needs only one of them. */
const KEPT: Record<Exclude<NotSummed, 'LATEST'>, RawBuilder<unknown>> = {
  MAX: sql`max(u.units) as units, null::numeric as moment`,
  MIN: sql`min(u.units) as units, null::numeric as moment`,
  UNIQUE_COUNT: sql`count(distinct u.key)::numeric as units, null::numeric as moment`,
  TIME_WEIGHTED_SUM: sql`sum(u.units) as units,
    sum(u.units * extract(epoch from u.event_time)) as moment`,
};

/** Totals from rows, for meters of one aggregation in windows of accounts; omitted without usage. */
export async function readRowTotals(
  tx: Tx,
  org: Org,
  requested: Requested & { aggregation: NotSummed },
): Promise<RowTotals[]> {
  const { aggregation } = requested;
  if (aggregation === 'LATEST') return readLatest(tx, org, requested);
  const { rows } = await sql<RowTotals>`
    select (w.index - 1)::int as index, u.meter_id, ${KEPT[aggregation]}
    from ${windowRows(org, requested, aggregation)} group by 1, 2`.execute(tx);
  return rows;
}

/** The index by time finds the last row of each window directly. */
async function readLatest(tx: Tx, org: Org, { windows, meterIds }: Requested): Promise<RowTotals[]> {
  const { rows } = await sql<RowTotals>`
    select (w.index - 1)::int as index, meter.id as meter_id, last.units, null::numeric as moment
    from ${unnested(windows)} cross join unnest(${meterIds}::text[]) as meter (id)
    cross join lateral (
      select u.units from usage u
      where u.org_id = ${org.orgId} and u.account_id = w.account_id and u.meter_id = meter.id
        and u.event_time >= w.from_at and u.event_time < w.until_at
      order by u.event_time desc, u.seq desc limit 1) as last`.execute(tx);
  return rows;
}

/** For UNIQUE_COUNT meters: the number of keys that first occur in each window between ascending `edges`. */
export async function countNewKeys(
  tx: Tx,
  org: Org,
  requested: Requested & { edges: readonly Temporal.Instant[] },
): Promise<(Omit<RowTotals, 'moment'> & { at: Temporal.Instant })[]> {
  const { rows } = await sql<Omit<RowTotals, 'moment'> & { at: Temporal.Instant }>`
    select index, meter_id, ${bucketOf(sql.ref('first_at'), requested.edges)} as at,
      count(*)::numeric as units
    from (select (w.index - 1)::int as index, u.meter_id, min(u.event_time) as first_at
      from ${windowRows(org, requested, 'UNIQUE_COUNT')} group by 1, 2, u.key) as keys
    group by 1, 2, 3`.execute(tx);
  return rows;
}

/** Row totals of meters of one aggregation between boundaries, by owner. */
export async function readRowBuckets(
  tx: Tx,
  org: Org,
  query: BucketFilter &
    Window & {
      aggregation: ReadFromRows;
      meterIds: readonly string[];
      owner: UsageOwner;
      borders: readonly Temporal.Instant[];
    },
): Promise<(Omit<RowTotals, 'place'> & { ownerId: string; bucketAt: Temporal.Instant })[]> {
  const { aggregation, owner, borders } = query;
  const last = sql`(array_agg(u.units order by u.event_time desc, u.seq desc))[1] as units,
    null::numeric as moment`;
  const { rows } = await sql<Omit<RowTotals, 'place'> & { ownerId: string; bucketAt: Temporal.Instant }>`
    select ${ownerColumn(owner)} as owner_id, u.meter_id,
      ${bucketOf(sql.ref('u.event_time'), borders)} as bucket_at,
      ${aggregation === 'LATEST' ? last : KEPT[aggregation]}
    from accounts a
    join usage u on u.org_id = a.org_id and u.account_id = a.id and u.meter_id = any(${query.meterIds})
      and u.event_time >= ${query.from} and u.event_time < ${query.until}
    where a.org_id = ${org.orgId} and ${filterOwners(query)}
    group by 1, 2, 3`.execute(tx);
  return rows;
}

/** Meters with rollups have no rows of their own, so their events are read. */
function windowRows(org: Org, { windows, meterIds }: Requested, aggregation: NotSummed) {
  const within = sql`u.org_id = ${org.orgId} and u.account_id = w.account_id and u.meter_id = any(${meterIds})
    and u.event_time >= w.from_at and u.event_time < w.until_at`;
  if (isReadFromRows(aggregation)) return sql`${unnested(windows)} join usage u on ${within}`;
  return sql`${unnested(windows)} join metered_usage u on ${within} ${inCycleOf('w.from_at', 'w.until_at')}`;
}

/** Among the contexts of an account, reads only those of cycles that overlap the range. */
function inCycleOf(from: string, until: string): RawBuilder<unknown> {
  const meets = sql`u.cycle_at < ${sql.ref(until)} and u.cycle_until > ${sql.ref(from)}`;
  return sql`and (u.cycle_at is null or (${meets}))`;
}

function unnested(windows: readonly AccountWindow[]) {
  return sql`unnest(${windows.map(({ accountId }) => accountId)}::text[],
    ${windows.map(({ from }) => from)}::timestamptz[], ${windows.map(({ until }) => until)}::timestamptz[])
    with ordinality as w (account_id, from_at, until_at, index)`;
}
