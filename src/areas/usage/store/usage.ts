import { sql } from 'kysely';
import type { Decimal } from '#core/decimal.ts';
import type { Tx } from '#platform/db/database.ts';
import { LOCK_CLASS } from '#platform/db/due-work.ts';
import type { Org } from '#platform/http/operation.ts';
import type { CycleUnits, FoldedUsage, HourUnits, UsageUnits } from '../fold-usage.ts';

export interface MeterUsage {
  units: Decimal;
  events: number;
}

/**
 * Writes what events used. The statements go out together, always in this order, and each takes its rows in
 * the order of its primary key: writers that meet on hot rows wait for each other in one direction only.
 */
export async function insertUsage(tx: Tx, org: Org, { usage, hours, cycles }: FoldedUsage): Promise<void> {
  if (usage.length === 0) return;
  await Promise.all([
    insertRows(tx, org, usage),
    addToHours(tx, org, hours),
    cycles.length > 0 && addToCycles(tx, org, cycles),
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

async function addToHours(tx: Tx, org: Org, rows: readonly HourUnits[]): Promise<void> {
  await sql`
    insert into usage_hours (org_id, account_id, meter_id, hour_at, units, events)
    select ${org.orgId}, sent.* from json_to_recordset(${JSON.stringify(rows)}::json) as sent (
      "accountId" text, "meterId" text, "hourAt" timestamptz, units numeric, events bigint)
    on conflict (org_id, account_id, meter_id, hour_at) do update
      set units = usage_hours.units + excluded.units,
          events = usage_hours.events + excluded.events`.execute(tx);
}

async function addToCycles(tx: Tx, org: Org, rows: readonly CycleUnits[]): Promise<void> {
  await sql`
    insert into usage_cycles (org_id, account_id, schedule_id, cycle_start, meter_id, units, events)
    select ${org.orgId}, sent.* from json_to_recordset(${JSON.stringify(rows)}::json) as sent (
      "accountId" text, "scheduleId" text, "cycleStart" date, "meterId" text, units numeric, events bigint)
    on conflict (org_id, account_id, schedule_id, cycle_start, meter_id) do update
      set units = usage_cycles.units + excluded.units,
          events = usage_cycles.events + excluded.events`.execute(tx);
}

/**
 * Usage of an account in `[from, until)`, added up from the rows of its events: the truth that rollups are
 * checked against. Meters without usage are absent.
 */
export async function sumUsage(
  tx: Tx,
  org: Org,
  range: { accountId: string; meterIds: readonly string[]; from: Temporal.Instant; until: Temporal.Instant },
): Promise<Map<string, MeterUsage>> {
  const { rows } = await sql<MeterUsage & { meterId: string }>`
    select meter_id, sum(units) as units, count(*) as events from usage
    where org_id = ${org.orgId} and account_id = ${range.accountId} and meter_id = any(${range.meterIds})
      and event_time >= ${range.from} and event_time < ${range.until}
    group by meter_id`.execute(tx);
  return byMeter(rows);
}

/** The running total of a pricing cycle, as the transactions that stored the events left it. */
export async function readCycleUsage(
  tx: Tx,
  org: Org,
  cycle: { accountId: string; scheduleId: string; cycleStart: Temporal.PlainDate },
): Promise<Map<string, MeterUsage>> {
  const rows = await tx
    .selectFrom('usageCycles')
    .select(['meterId', 'units', 'events'])
    .where('orgId', '=', org.orgId)
    .where('accountId', '=', cycle.accountId)
    .where('scheduleId', '=', cycle.scheduleId)
    .where('cycleStart', '=', cycle.cycleStart)
    .execute();
  return byMeter(rows);
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

/** Replaces the cycle rollups of an account by sums over its rows. Ingestion is kept out by the caller. */
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
    select ${org.orgId}, ${accountId}, cycle.schedule_id, cycle.cycle_start, u.meter_id, sum(u.units),
      count(*)
    from unnest(${column('scheduleId')}::text[], ${column('cycleStart')}::date[],
      ${column('startAt')}::timestamptz[], ${column('endAt')}::timestamptz[])
      as cycle (schedule_id, cycle_start, start_at, end_at)
    join usage u on u.org_id = ${org.orgId} and u.account_id = ${accountId}
      and u.event_time >= cycle.start_at and u.event_time < cycle.end_at
    group by cycle.schedule_id, cycle.cycle_start, u.meter_id`.execute(tx);
}

function byMeter(rows: readonly (MeterUsage & { meterId: string })[]): Map<string, MeterUsage> {
  return new Map(rows.map(({ meterId, units, events }) => [meterId, { units, events }]));
}
