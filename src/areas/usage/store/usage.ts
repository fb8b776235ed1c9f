import { type RawBuilder, sql } from 'kysely';
import type { Decimal } from '#core/decimal.ts';
import type { Tx } from '#platform/db/database.ts';
import { LOCK_CLASS } from '#platform/db/due-work.ts';
import type { Org } from '#platform/http/operation.ts';
import type { CycleUnits, FoldedUsage, HourUnits, UsageUnits } from '../fold-usage.ts';
import { ROLLUPS, type Rollup } from '../rollups.ts';

/**
 * Writes what events used. The statements go out together, always in this order, and each takes its rows in
 * the order of its primary key: writers that meet on hot rows wait for each other in one direction only. A
 * meter has one kind of rollup for life, so no row belongs to two of the statements.
 */
export async function insertUsage(tx: Tx, org: Org, folded: FoldedUsage): Promise<void> {
  const { usage, keyed, hours, cycles } = folded;
  await Promise.all([
    usage.length > 0 && insertRows(tx, org, usage),
    keyed.length > 0 && insertKeyedRows(tx, org, keyed),
    ...ROLLUPS.map((rollup) => hours[rollup].length > 0 && addToHours(tx, org, hours[rollup], rollup)),
    ...ROLLUPS.map((rollup) => cycles[rollup].length > 0 && addToCycles(tx, org, cycles[rollup], rollup)),
  ]);
}

/*
 * Rows go as one JSON document a statement: building arrays of parameters took this process longer than the
 * database takes to read the document.
 */

/** The key makes a second metering of the same event impossible: it fails instead of counting twice. */
async function insertRows(tx: Tx, org: Org, rows: readonly UsageUnits[]): Promise<void> {
  await sql`
    insert into usage (org_id, reference_id, meter_id, account_id, event_time, units)
    select ${org.orgId}, sent.* from json_to_recordset(${JSON.stringify(rows)}::json) as sent (
      "referenceId" uuid, "meterId" text, "accountId" text, "eventTime" timestamptz,
      units numeric)`.execute(tx);
}

/** Apart from the others, which have no key to read. */
async function insertKeyedRows(tx: Tx, org: Org, rows: FoldedUsage['keyed']): Promise<void> {
  await sql`
    insert into usage (org_id, reference_id, meter_id, account_id, event_time, units, key)
    select ${org.orgId}, sent.* from json_to_recordset(${JSON.stringify(rows)}::json) as sent (
      "referenceId" uuid, "meterId" text, "accountId" text, "eventTime" timestamptz,
      units numeric, key text)`.execute(tx);
}

async function addToHours(tx: Tx, org: Org, rows: readonly HourUnits[], rollup: Rollup): Promise<void> {
  await sql`
    insert into usage_hours (org_id, account_id, meter_id, hour_at, units, events)
    select ${org.orgId}, sent.* from json_to_recordset(${JSON.stringify(rows)}::json) as sent (
      "accountId" text, "meterId" text, "hourAt" timestamptz, units numeric, events bigint)
    on conflict (org_id, account_id, meter_id, hour_at) do update
      set units = ${combined(rollup, 'usage_hours.units')},
          events = usage_hours.events + excluded.events`.execute(tx);
}

async function addToCycles(tx: Tx, org: Org, rows: readonly CycleUnits[], rollup: Rollup): Promise<void> {
  await sql`
    insert into usage_cycles (org_id, account_id, schedule_id, cycle_start, meter_id, units, events)
    select ${org.orgId}, sent.* from json_to_recordset(${JSON.stringify(rows)}::json) as sent (
      "accountId" text, "scheduleId" text, "cycleStart" date, "meterId" text, units numeric, events bigint)
    on conflict (org_id, account_id, schedule_id, cycle_start, meter_id) do update
      set units = ${combined(rollup, 'usage_cycles.units')},
          events = usage_cycles.events + excluded.events`.execute(tx);
}

/** What `combineUnits` does, where the other units are in the database. */
function combined(rollup: Rollup, kept: string): RawBuilder<Decimal> {
  const units = sql.ref(kept);
  if (rollup === 'ADD') return sql`${units} + excluded.units`;
  return rollup === 'MAX' ? sql`greatest(${units}, excluded.units)` : sql`least(${units}, excluded.units)`;
}

/** Keeps ingestion of the organization out until the transaction ends; waits for what is running. */
export async function lockIngestion(tx: Tx, org: Org): Promise<void> {
  await sql`select pg_advisory_xact_lock(${LOCK_CLASS.ingestion}, ${org.orgId})`.execute(tx);
}

/** When the account's usage begins and ends; null without any. */
export async function findUsageSpan(
  tx: Tx,
  org: Org,
  accountId: string,
): Promise<{ first: Temporal.Instant; last: Temporal.Instant } | null> {
  const { rows } = await sql<{ first: Temporal.Instant | null; last: Temporal.Instant | null }>`
    select min(event_time) as first, max(event_time) as last from usage
    where org_id = ${org.orgId} and account_id = ${accountId}`.execute(tx);
  const [row] = rows;
  return row?.first && row.last ? { first: row.first, last: row.last } : null;
}

export interface CycleSpan {
  scheduleId: string;
  cycleStart: string;
  startAt: string;
  endAt: string;
}

/** Replaces the cycle rollups of an account by what its rows say. Ingestion is kept out by the caller. */
export async function replaceCycleUsage(
  tx: Tx,
  org: Org,
  account: { accountId: string; cycles: readonly CycleSpan[] },
): Promise<void> {
  const { accountId, cycles } = account;
  const column = (name: keyof CycleSpan) => cycles.map((cycle) => cycle[name]);
  await sql`delete from usage_cycles where org_id = ${org.orgId} and account_id = ${accountId}`.execute(tx);
  if (cycles.length === 0) return;
  await sql`
    insert into usage_cycles (org_id, account_id, schedule_id, cycle_start, meter_id, units, events)
    select ${org.orgId}, ${accountId}, cycle.schedule_id, cycle.cycle_start, u.meter_id,
      ${keptUnits(sql.ref('u.units'))}, count(*)
    from unnest(${column('scheduleId')}::text[], ${column('cycleStart')}::date[],
      ${column('startAt')}::timestamptz[], ${column('endAt')}::timestamptz[])
      as cycle (schedule_id, cycle_start, start_at, end_at)
    join usage u on u.org_id = ${org.orgId} and u.account_id = ${accountId}
      and u.event_time >= cycle.start_at and u.event_time < cycle.end_at
    join usage_meters m on m.org_id = ${org.orgId} and m.id = u.meter_id
    group by cycle.schedule_id, cycle.cycle_start, u.meter_id, m.aggregation`.execute(tx);
}

/** What a rollup keeps of the units of several rows of one meter `m`. */
export function keptUnits(units: RawBuilder<unknown>): RawBuilder<Decimal> {
  return sql`case m.aggregation when 'MAX' then max(${units}) when 'MIN' then min(${units})
    else sum(${units}) end`;
}
