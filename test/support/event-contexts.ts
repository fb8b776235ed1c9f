import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';

let made = 0;

/** Creates a context of an account with meters, by default with a cycle; returns its number. */
export async function makeContext(
  tx: Tx,
  { accountId = 'a', meterIds = ['m1'], hasCycle = true } = {},
): Promise<number> {
  const [scheduleId, cycleStart] = hasCycle ? ['s', '2030-01-01'] : [null, null];
  const { rows } = await sql<{ contextId: number }>`
    insert into event_contexts (org_id, content, schema_name, account_id, schedule_id, cycle_start, meter_ids,
      facts)
    values (current_org(), sha256(${`${made++}`}::bytea), 'rides', ${accountId},
      ${scheduleId}, ${cycleStart}::date, ${meterIds}, '{}')
    returning context_id`.execute(tx);
  return rows[0]?.contextId as number;
}
