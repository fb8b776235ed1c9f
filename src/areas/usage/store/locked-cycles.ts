import { sql } from 'kysely';
import type { Decimal } from '#core/decimal.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';

/** The rollup of one meter in a pricing cycle. */
export interface MeterCycle {
  accountId: string;
  scheduleId: string;
  cycleStart: string;
  meterId: string;
}

/**
 * Locks rollups of cycles until the transaction ends and gives their units, in the order asked for; null for
 * a cycle without events, which the caller is about to add. Rows are made first, so that there is something
 * to lock, and taken in the order of their primary key, as by all writers.
 */
export async function lockCycleUnits(
  tx: Tx,
  org: Org,
  cycles: readonly MeterCycle[],
): Promise<(Decimal | null)[]> {
  const asked = sql`json_to_recordset(${JSON.stringify(cycles)}::json) as asked (
    "accountId" text, "scheduleId" text, "cycleStart" date, "meterId" text)`;
  await sql`
    insert into usage_cycles (org_id, account_id, schedule_id, cycle_start, meter_id, units, events)
    select ${org.orgId}, asked.*, 0, 0 from ${asked}
    order by "accountId" collate "C", "scheduleId" collate "C", "cycleStart", "meterId" collate "C"
    on conflict do nothing`.execute(tx);
  const { rows } = await sql<MeterCycle & { units: Decimal; events: number }>`
    select kept.account_id, kept.schedule_id, kept.cycle_start::text as cycle_start, kept.meter_id,
      kept.units, kept.events
    from usage_cycles kept join ${asked} on kept.account_id = asked."accountId"
      and kept.schedule_id = asked."scheduleId" and kept.cycle_start = asked."cycleStart"
      and kept.meter_id = asked."meterId"
    where kept.org_id = ${org.orgId}
    order by kept.account_id collate "C", kept.schedule_id collate "C", kept.cycle_start,
      kept.meter_id collate "C"
    for update of kept`.execute(tx);
  const units = new Map(rows.map((row) => [keyOf(row), row.events === 0 ? null : row.units]));
  return cycles.map((cycle) => units.get(keyOf(cycle)) ?? null);
}

function keyOf({ accountId, scheduleId, cycleStart, meterId }: MeterCycle): string {
  return [accountId, scheduleId, cycleStart, meterId].join('\u0000');
}
