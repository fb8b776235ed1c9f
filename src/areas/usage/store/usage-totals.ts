import { sql } from 'kysely';
import type { Aggregation } from '#core/aggregation/index.ts';
import type { Decimal } from '#core/decimal.ts';
import type { Tx } from '#platform/db/database.ts';
import { textRows } from '#platform/db/few-values.ts';
import type { Org } from '#platform/http/operation.ts';
import { keptUnits } from './usage.ts';

/** The totals of one meter in one of several windows. */
export interface MeterTotals {
  /** Index of the window in the requested list, from 0. */
  index: number;
  meterId: string;
  aggregation: Aggregation;
  units: Decimal;
  events: number;
}

export interface CycleKey {
  accountId: string;
  scheduleId: string;
  cycleStart: Temporal.PlainDate;
}

/** The units of all events of an account in `[from, until)`, summed regardless of the aggregation. */
export async function sumUnits(
  tx: Tx,
  org: Org,
  range: { accountId: string; meterIds: readonly string[]; from: Temporal.Instant; until: Temporal.Instant },
): Promise<MeterTotals[]> {
  const { rows } = await sql<MeterTotals>`
    select 0 as index, summed.*, m.aggregation from (
      select meter_id, sum(units) as units, count(*) as events from metered_usage
      where org_id = ${org.orgId} and account_id = ${range.accountId} and meter_id = any(${range.meterIds})
        and event_time >= ${range.from} and event_time < ${range.until}
        and (cycle_at is null or (cycle_at < ${range.until} and cycle_until > ${range.from}))
      group by meter_id) as summed
    join usage_meters m on m.org_id = ${org.orgId} and m.id = summed.meter_id`.execute(tx);
  return rows;
}

/** The rollups of pricing cycles, as committed with the events. */
export async function listCycleTotals(tx: Tx, org: Org, cycles: readonly CycleKey[]): Promise<MeterTotals[]> {
  if (cycles.length === 0) return [];
  const requested = cycles.map((cycle) => [cycle.accountId, cycle.scheduleId, cycle.cycleStart.toString()]);
  const { rows } = await sql<MeterTotals>`
    select cycle.index, kept.*
    from ${textRows(requested)} as cycle (index, account_id, schedule_id, cycle_start)
    -- Each cycle by the indexes of its account: a join of the lists with the view may read all of it once for
    -- each of them, as it did with 10,000 accounts that were too new to be in the statistics.
    cross join lateral (
      select u.meter_id, m.aggregation, ${keptUnits(sql.ref('u.units'))} as units,
        sum(u.events)::int8 as events
      from usage_cycles u join usage_meters m on m.org_id = u.org_id and m.id = u.meter_id
      where u.org_id = ${org.orgId} and u.account_id = cycle.account_id
        and u.schedule_id = cycle.schedule_id and u.cycle_start = cycle.cycle_start::date
      group by u.meter_id, m.aggregation having sum(u.events) <> 0) as kept`.execute(tx);
  return rows;
}
