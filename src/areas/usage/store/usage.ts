import { type RawBuilder, sql } from 'kysely';
import type { Decimal } from '#core/decimal.ts';
import { LOCK_CLASS } from '#platform/db/advisory-locks.ts';
import { int8Array, textArray, timestampArray } from '#platform/db/binary-arrays.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { ROLLUPS, type Rollup } from '../rollups.ts';
import { ofAccount } from './context-usage.ts';
import { type MeterHours, noteMeterHours } from './meter-hours.ts';

export interface UsageUnits {
  seq: number;
  meterId: string;
  accountId: string;
  eventTime: string;
  units: string;
  key: string | null;
}

export interface HourUnits {
  accountId: string;
  meterId: string;
  hourAt: Temporal.Instant;
  units: string;
  events: number;
}

export interface CycleUnits {
  accountId: string;
  scheduleId: string;
  cycleStart: string;
  meterId: string;
  units: string;
  events: number;
}

export interface RolledUpUsage {
  /** For meters that no rollup can answer. */
  rows: UsageUnits[];
  hours: Record<Rollup, HourUnits[]>;
  cycles: Record<Rollup, CycleUnits[]>;
}

/**
 * Writes the usage of events. The statements are sent together, always in this order, and each takes its rows
 * in primary-key order: writers on hot rows wait for each other in one direction only. A meter has one kind
 * of rollup for life, so no row belongs to two of the statements. Rollups come last, so that their rows stay
 * locked as briefly as possible.
 */
export function insertUsage(tx: Tx, org: Org, { summed, slot }: { summed: RolledUpUsage; slot: number }) {
  const { rows, hours, cycles } = summed;
  const writes: Promise<unknown>[] = [];
  if (rows.length > 0) writes.push(insertRows(tx, org, rows));
  for (const rollup of ROLLUPS)
    if (hours[rollup].length > 0) writes.push(addToHours(tx, org, { rows: hours[rollup], rollup, slot }));
  for (const rollup of ROLLUPS)
    if (cycles[rollup].length > 0) writes.push(addToCycles(tx, org, { rows: cycles[rollup], rollup, slot }));
  writes.push(...noteMeterHours(tx, org, meterHoursOf(hours.ADD)));
  return writes;
}

function meterHoursOf(rows: readonly HourUnits[]): MeterHours {
  return {
    meterIds: rows.map(({ meterId }) => meterId),
    hourAts: rows.map(({ hourAt }) => hourAt),
    units: rows.map(({ units }) => units),
    events: rows.map(({ events }) => events),
  };
}

/** The key prevents metering the same event twice: the insert fails instead. */
async function insertRows(tx: Tx, org: Org, rows: readonly UsageUnits[]): Promise<void> {
  await sql`
    insert into usage (org_id, seq, meter_id, account_id, event_time, units, key)
    select ${org.orgId}, sent.* from json_to_recordset(${JSON.stringify(rows)}::json) as sent (
      seq bigint, "meterId" text, "accountId" text, "eventTime" timestamptz,
      units numeric, key text)`.execute(tx);
}

interface RollupRows<Row> {
  rows: readonly Row[];
  rollup: Rollup;
  slot: number;
}

async function addToHours(tx: Tx, org: Org, { rows, rollup, slot }: RollupRows<HourUnits>): Promise<void> {
  await sql`
    insert into account_hours (org_id, slot, account_id, meter_id, hour_at, units, events)
    select ${org.orgId}, ${slot}, sent.account_id, sent.meter_id, sent.hour_at, sent.units::numeric,
      sent.events
    from unnest(${textArray(rows.map(({ accountId }) => accountId))}::text[],
      ${textArray(rows.map(({ meterId }) => meterId))}::text[],
      ${timestampArray(rows.map(({ hourAt }) => hourAt))}::timestamptz[],
      ${textArray(rows.map(({ units }) => units))}::text[],
      ${int8Array(rows.map(({ events }) => events))}::int8[])
      as sent (account_id, meter_id, hour_at, units, events)
    on conflict (org_id, account_id, meter_id, hour_at, slot) do update
      set units = ${combined(rollup, 'account_hours.units')},
          events = account_hours.events + excluded.events`.execute(tx);
}

async function addToCycles(tx: Tx, org: Org, { rows, rollup, slot }: RollupRows<CycleUnits>): Promise<void> {
  await sql`
    insert into account_cycles (org_id, slot, account_id, schedule_id, cycle_start, meter_id, units, events)
    select ${org.orgId}, ${slot}, sent.account_id, sent.schedule_id, sent.cycle_start::date, sent.meter_id,
      sent.units::numeric, sent.events
    from unnest(${textArray(rows.map(({ accountId }) => accountId))}::text[],
      ${textArray(rows.map(({ scheduleId }) => scheduleId))}::text[],
      ${textArray(rows.map(({ cycleStart }) => cycleStart))}::text[],
      ${textArray(rows.map(({ meterId }) => meterId))}::text[],
      ${textArray(rows.map(({ units }) => units))}::text[],
      ${int8Array(rows.map(({ events }) => events))}::int8[])
      as sent (account_id, schedule_id, cycle_start, meter_id, units, events)
    on conflict (org_id, account_id, schedule_id, cycle_start, meter_id, slot) do update
      set units = ${combined(rollup, 'account_cycles.units')},
          events = account_cycles.events + excluded.events`.execute(tx);
}

/** The SQL counterpart of `combineUnits`. */
function combined(rollup: Rollup, kept: string): RawBuilder<Decimal> {
  const units = sql.ref(kept);
  if (rollup === 'ADD') return sql`${units} + excluded.units`;
  return rollup === 'MAX' ? sql`greatest(${units}, excluded.units)` : sql`least(${units}, excluded.units)`;
}

/** Keeps ingestion of the organization out until the transaction ends; waits for running ingestions. */
export async function lockIngestion(tx: Tx, org: Org): Promise<void> {
  await sql`select pg_advisory_xact_lock(${LOCK_CLASS.ingestion}, ${org.orgId})`.execute(tx);
}

/** From the first hour in which the account has usage to the end of the last; null without any. */
export async function findUsageSpan(
  tx: Tx,
  org: Org,
  accountId: string,
): Promise<{ first: Temporal.Instant; last: Temporal.Instant } | null> {
  const { rows } = await sql<{ first: Temporal.Instant | null; last: Temporal.Instant | null }>`
    select min(hour_at) as first, max(hour_at) as last from usage_hours
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

/**
 * Replaces an account's cycle rollups with sums of its hour rollups, whatever the number of events: cycles
 * begin with local days, and so with local hours. If they do not, because the zone was changed, it sums the
 * events themselves, as far as they are retained: beyond that, an hour that a boundary cuts counts where it
 * begins. The caller keeps ingestion out.
 */
export async function replaceCycleUsage(
  tx: Tx,
  org: Org,
  account: { accountId: string; cycles: readonly CycleSpan[]; isKept(cycle: CycleSpan): boolean },
): Promise<void> {
  const { accountId, cycles } = account;
  await sql`delete from account_cycles where org_id = ${org.orgId} and account_id = ${accountId}`.execute(tx);
  await sql`delete from context_cycles where org_id = ${org.orgId} and ${ofAccount(org, accountId)}`.execute(
    tx,
  );
  if (cycles.length === 0) return;
  const isCut = await cutsHours(tx, org, account);
  const ofEvents = isCut ? cycles.filter(account.isKept) : [];
  const ofHours = isCut ? cycles.filter((cycle) => !account.isKept(cycle)) : cycles;
  const within = sql`u.org_id = ${org.orgId} and u.account_id = ${accountId}`;
  await insertCycleUsage(tx, org, {
    ...{ accountId, cycles: ofEvents, events: sql`count(*)` },
    source: sql`metered_usage u on ${within}
      and u.event_time >= cycle.start_at and u.event_time < cycle.end_at`,
  });
  await insertCycleUsage(tx, org, {
    ...{ accountId, cycles: ofHours, events: sql`sum(u.events)` },
    source: sql`usage_hours u on ${within} and u.hour_at >= cycle.start_at and u.hour_at < cycle.end_at`,
  });
}

async function insertCycleUsage(
  tx: Tx,
  org: Org,
  rows: {
    accountId: string;
    cycles: readonly CycleSpan[];
    source: RawBuilder<unknown>;
    events: RawBuilder<unknown>;
  },
): Promise<void> {
  if (rows.cycles.length === 0) return;
  await sql`
    insert into account_cycles (org_id, account_id, schedule_id, cycle_start, meter_id, units, events)
    select ${org.orgId}, ${rows.accountId}, cycle.schedule_id, cycle.cycle_start, u.meter_id,
      ${keptUnits(sql.ref('u.units'))}, ${rows.events}
    from ${spansIn(rows.cycles)} join ${rows.source}
    join usage_meters m on m.org_id = ${org.orgId} and m.id = u.meter_id
    group by cycle.schedule_id, cycle.cycle_start, u.meter_id, m.aggregation`.execute(tx);
}

/** Whether an hour with usage straddles a boundary. */
async function cutsHours(
  tx: Tx,
  org: Org,
  { accountId, cycles }: { accountId: string; cycles: readonly CycleSpan[] },
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from ${spansIn(cycles)} cross join lateral unnest(array[cycle.start_at, cycle.end_at]) as border
    join usage_hours u on u.org_id = ${org.orgId} and u.account_id = ${accountId}
      and u.hour_at < border and u.hour_at + interval '1 hour' > border
    limit 1`.execute(tx);
  return rows.length > 0;
}

function spansIn(cycles: readonly CycleSpan[]): RawBuilder<unknown> {
  const column = (name: keyof CycleSpan) => cycles.map((cycle) => cycle[name]);
  return sql`unnest(${column('scheduleId')}::text[], ${column('cycleStart')}::date[],
    ${column('startAt')}::timestamptz[], ${column('endAt')}::timestamptz[])
    as cycle (schedule_id, cycle_start, start_at, end_at)`;
}

/** How a rollup combines the units of several rows of one meter `m`. */
export function keptUnits(units: RawBuilder<unknown>): RawBuilder<Decimal> {
  return sql`case m.aggregation when 'MAX' then max(${units}) when 'MIN' then min(${units})
    else sum(${units}) end`;
}
