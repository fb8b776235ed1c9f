import { sql } from 'kysely';
import { type Decimal, ZERO } from '#core/decimal.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';

/** The rollup of one meter in a pricing cycle. */
export interface MeterCycle {
  accountId: string;
  scheduleId: string;
  cycleStart: string;
  meterId: string;
}

/** The total of a cycle rollup. */
export interface CycleSum {
  units: Decimal;
  events: number;
}

/**
 * Locks and returns the running usage of cycles until the transaction ends, in the requested order. Rows of
 * slot 0 represent the rows of all slots and of all contexts: every caller that needs the sum locks them.
 * They are created first, so that there is something to lock, and locked in primary-key order, as by all
 * writers.
 */
export async function lockCycleUnits(tx: Tx, org: Org, cycles: readonly MeterCycle[]): Promise<CycleSum[]> {
  const requested = sql`json_to_recordset(${JSON.stringify(cycles)}::json) as requested (
    "accountId" text, "scheduleId" text, "cycleStart" date, "meterId" text)`;
  const isRequested = sql`kept.account_id = requested."accountId"
    and kept.schedule_id = requested."scheduleId" and kept.cycle_start = requested."cycleStart"
    and kept.meter_id = requested."meterId"`;
  const accountIds = [...new Set(cycles.map(({ accountId }) => accountId))];
  const order = sql`kept.account_id collate "C", kept.schedule_id collate "C", kept.cycle_start,
    kept.meter_id collate "C"`;
  const [, , { rows }] = await Promise.all([
    sql`
      insert into account_cycles (org_id, account_id, schedule_id, cycle_start, meter_id, units, events)
      select ${org.orgId}, requested.*, 0, 0 from ${requested}
      order by "accountId" collate "C", "scheduleId" collate "C", "cycleStart", "meterId" collate "C"
      on conflict do nothing`.execute(tx),
    sql`select 1 from account_cycles kept join ${requested} on ${isRequested}
      where kept.org_id = ${org.orgId} and kept.slot = 0 order by ${order} for update of kept`.execute(tx),
    // A separate statement, so that it sees the changes of the previous lock holders.
    sql<MeterCycle & CycleSum>`
      select kept.account_id, kept.schedule_id, kept.cycle_start::text as cycle_start, kept.meter_id,
        sum(kept.units) as units, sum(kept.events)::int8 as events
      from usage_cycles kept join ${requested} on ${isRequested}
      where kept.org_id = ${org.orgId} and kept.account_id = any(${accountIds})
      group by 1, 2, 3, 4`.execute(tx),
  ]);
  const sums = new Map(rows.map((row) => [keyOf(row), { units: row.units, events: row.events }]));
  return cycles.map((cycle) => sums.get(keyOf(cycle)) ?? { units: ZERO, events: 0 });
}

function keyOf({ accountId, scheduleId, cycleStart, meterId }: MeterCycle): string {
  return [accountId, scheduleId, cycleStart, meterId].join('\u0000');
}
