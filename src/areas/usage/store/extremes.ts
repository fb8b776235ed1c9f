import { type RawBuilder, sql } from 'kysely';
import { type Decimal, decimalText } from '#core/decimal.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';

export type RollupTable = 'account_hours' | 'account_cycles';

/** The key of a rollup: its columns besides the organization and the slot, as text. */
export type RollupKey =
  | { accountId: string; meterId: string; hourAt: string }
  | { accountId: string; scheduleId: string; cycleStart: string; meterId: string };

/** Whether a row `t` has the key `sent.key`. */
const MATCHES: Record<RollupTable, RawBuilder<unknown>> = {
  account_hours: sql`t.account_id = (sent.key ->> 'accountId') and t.meter_id = (sent.key ->> 'meterId')
    and t.hour_at = (sent.key ->> 'hourAt')::timestamptz`,
  account_cycles: sql`t.account_id = (sent.key ->> 'accountId')
    and t.schedule_id = (sent.key ->> 'scheduleId') and t.cycle_start = (sent.key ->> 'cycleStart')::date
    and t.meter_id = (sent.key ->> 'meterId')`,
};
const PRIMARY_KEY: Record<RollupTable, RawBuilder<unknown>> = {
  account_hours: sql`t.account_id collate "C", t.meter_id collate "C", t.hour_at, t.slot`,
  account_cycles: sql`t.account_id collate "C", t.schedule_id collate "C", t.cycle_start,
    t.meter_id collate "C", t.slot`,
};

/** A row of a rollup, of one slot. */
export interface RollupRow {
  /** Index of its key in the requested list. */
  index: number;
  slot: number;
  units: Decimal;
  events: number;
}

/**
 * Locks the rows of all slots, in primary-key order as every writer takes them. Concurrent writers to one of
 * them have committed, or wait; a row that is being inserted is not among them, and contains nothing that was
 * committed before.
 */
export async function lockRollupRows(
  tx: Tx,
  org: Org,
  { table, keys }: { table: RollupTable; keys: readonly RollupKey[] },
): Promise<RollupRow[]> {
  if (keys.length === 0) return [];
  const { rows } = await sql<RollupRow>`
    select (sent.index - 1)::int4 as index, t.slot, t.units, t.events
    from jsonb_array_elements(${JSON.stringify(keys)}::jsonb) with ordinality as sent (key, index)
    join ${sql.table(table)} t on t.org_id = ${org.orgId} and ${MATCHES[table]}
    order by ${PRIMARY_KEY[table]} for update of t`.execute(tx);
  return rows;
}

/** A changed rollup row; without units it has no event left. */
export interface RollupChange {
  key: RollupKey;
  slot: number;
  units: Decimal | null;
  /** Number of removed events that it counted. */
  goneEvents: number;
}

export async function changeRollupRows(
  tx: Tx,
  org: Org,
  { table, changes }: { table: RollupTable; changes: readonly RollupChange[] },
): Promise<void> {
  const isSame = sql`t.org_id = ${org.orgId} and ${MATCHES[table]}
    and t.slot = (sent.key ->> 'slot')::smallint`;
  const sent = (rows: readonly RollupChange[]) => {
    const listed = rows.map(({ key, slot, units, goneEvents }) => {
      return { ...key, slot, goneEvents, units: units && decimalText(units) };
    });
    return sql`jsonb_array_elements(${JSON.stringify(listed)}::jsonb) as sent (key)`;
  };
  const [emptied, changed] = [changes.filter(isEmpty), changes.filter((change) => !isEmpty(change))];
  if (emptied.length > 0)
    await sql`delete from ${sql.table(table)} t using ${sent(emptied)} where ${isSame}`.execute(tx);
  if (changed.length > 0)
    await sql`
      update ${sql.table(table)} t set units = (sent.key ->> 'units')::numeric,
        events = t.events - (sent.key ->> 'goneEvents')::int8
      from ${sent(changed)} where ${isSame}`.execute(tx);
}

function isEmpty({ units }: RollupChange): boolean {
  return units === null;
}
