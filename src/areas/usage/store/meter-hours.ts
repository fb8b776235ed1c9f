import { type RawBuilder, sql } from 'kysely';
import type { Decimal } from '#core/decimal.ts';
import { int8Array, textArray, timestampArray } from '#platform/db/binary-arrays.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { METERS_PER_ROW } from './context-usage.ts';
import { ITEM_COLUMNS, VALUES } from './delta-columns.ts';

/** Changes of the usage of meters in hours, of all accounts together; one may occur repeatedly. */
export interface MeterHours {
  meterIds: string[];
  hourAts: Temporal.Instant[];
  /** As text; negative if events were undone. */
  units: string[];
  events: number[];
}

/** Rows of changes that one compaction adds. */
export const MAX_CHANGES = 500;

/**
 * Notes what a transaction changes in rows by account or context, apart from deltas. It locks nothing, and
 * compaction adds it to `meter_hours`.
 */
export function noteMeterHours(tx: Tx, org: Org, changed: MeterHours): Promise<unknown>[] {
  const { meterIds, hourAts, units, events } = changed;
  if (meterIds.length === 0) return [];
  const noted = sql`
    insert into meter_hour_changes (org_id, meter_ids, hour_ats, units, events)
    values (${org.orgId}, ${textArray(meterIds)}::text[], ${timestampArray(hourAts)}::timestamptz[],
      ${textArray(units)}::text[]::numeric[], ${int8Array(events)}::int8[])`.execute(tx);
  return [noted];
}

/**
 * Notes hours of an account that are about to be deleted (-1), or that were inserted (1). It has no deltas;
 * `where` is a condition on a row `u`.
 */
export async function noteHoursOfAccount(
  tx: Tx,
  { orgId }: Org,
  { where, sign }: { where: RawBuilder<unknown>; sign: 1 | -1 },
): Promise<void> {
  await sql`
    insert into meter_hour_changes (org_id, meter_ids, hour_ats, units, events)
    select ${orgId}, array_agg(u.meter_id), array_agg(u.hour_at), array_agg(${sql.lit(sign)} * u.units),
      array_agg(${sql.lit(sign)} * u.events)
    from usage_hours u
    where ${where} and u.meter_id <> all (${extremeMeters(orgId)})
    having count(*) > 0`.execute(tx);
}

/** Meters whose usage does not add up, and that have no sums. */
function extremeMeters(orgId: number): RawBuilder<unknown> {
  return sql`array(select id from usage_meters where org_id = ${orgId} and aggregation in ('MAX', 'MIN'))`;
}

/** Items of changes, from a query of their rows. */
export function itemsOfChanges(changes: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select unnest(meter_ids) as meter_id, unnest(hour_ats) as hour_at, unnest(units) as units,
      unnest(events) as events
    from ${changes}`;
}

const PLACES = [1, 2, 3, 4].map(
  (place) => sql`(${sql.lit(place)}, ${sql.ref(`h.units${place}`)}, ${sql.ref(`h.events${place}`)})`,
);

/**
 * Rows by context as rows by meter. `rows` names a table with `context_id`, `part`, `hour_at` and the columns
 * of four meters, or one of its own sums by `meter_ids`.
 */
export function rowsByMeter(meterIds: RawBuilder<unknown>, rows: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select ${meterIds}[h.part * ${sql.lit(METERS_PER_ROW)} + of_meter.place] as meter_id, h.hour_at,
      of_meter.units::numeric as units, of_meter.events::int8 as events
    from ${rows} cross join lateral (values ${sql.join(PLACES)}) as of_meter (place, units, events)
    where of_meter.events > 0`;
}

/**
 * Rows `h` with their context `c`. Each looks up its own: a join may read the contexts of all accounts for a
 * few rows.
 */
export function withMeters({ orgId }: Org, rows: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`${rows} as h cross join lateral (
    select meter_ids from event_contexts where org_id = ${orgId} and context_id = h.context_id limit 1) as c`;
}

/** Usage of deltas that wait for compaction. The view by account would look up each context in each row. */
function deltasByMeter(org: Org): RawBuilder<unknown> {
  return rowsByMeter(
    sql.ref('c.meter_ids'),
    withMeters(org, sql`(select ${sql.join(ITEM_COLUMNS)} from usage_deltas where org_id = ${org.orgId})`),
  );
}

/** Sums of meters that add up, with what waits to be added to them. */
function sumsByMeter(org: Org): RawBuilder<unknown> {
  const changes = sql`meter_hour_changes where org_id = ${org.orgId}`;
  return sql`
    select meter_id, hour_at, units, events from meter_hours where org_id = ${org.orgId}
    union all ${itemsOfChanges(changes)}
    union all ${deltasByMeter(org)}`;
}

/** Whether the sums are complete; otherwise usage is added up by account. */
export async function hasMeterHours(tx: Tx, org: Org): Promise<boolean> {
  const { rows } = await sql`select from uncounted_meter_hours where org_id = ${org.orgId}`.execute(tx);
  return rows.length === 0;
}

/**
 * Usage of all accounts in whole hours, as rows that add up: sums, changes and deltas that wait for
 * compaction, and the rows by account of meters of MAX and MIN. `filter` is a condition on `meter_id`.
 */
export function meterHoursIn(
  org: Org,
  { from, until, filter }: { from: Temporal.Instant; until: Temporal.Instant; filter: RawBuilder<unknown> },
): RawBuilder<unknown> {
  const { orgId } = org;
  return sql`
    select meter_id, hour_at, units, events from (${sumsByMeter(org)}) as sums
    where hour_at >= ${from} and hour_at < ${until} and ${filter}
    union all
    select meter_id, hour_at, units, events from account_hours
    where org_id = ${orgId} and hour_at >= ${from} and hour_at < ${until} and ${filter}
      and meter_id = any (${extremeMeters(orgId)})`;
}

/**
 * No meter that adds up has a row by account in `[from, until)` before this hour; null if none has one at
 * all, or if the sums are incomplete.
 */
export async function findFirstUsage(
  tx: Tx,
  org: Org,
  { from, until }: { from: Temporal.Instant | null; until: Temporal.Instant | null },
): Promise<Temporal.Instant | null> {
  if (!(await hasMeterHours(tx, org))) return null;
  const { rows } = await sql<{ first: Temporal.Instant | null }>`
    select min(hour_at) as first from (${sumsByMeter(org)}) as sums
    where (${from}::timestamptz is null or hour_at >= ${from})
      and (${until}::timestamptz is null or hour_at < ${until})`.execute(tx);
  return rows[0]?.first ?? null;
}

/** A sum that differs from the rows by account and context. */
export interface MeterHourMismatch {
  meterId: string;
  hourAt: Temporal.Instant;
  keptUnits: Decimal;
  keptEvents: number;
  units: Decimal;
  events: number;
}

/** Hours after one, up to and with another; null: without a bound. */
export interface HourStretch {
  after: Temporal.Instant | null;
  last: Temporal.Instant | null;
}

/** The next hours with at least so many rows by context, or by account, unless fewer are left. */
export async function findHourStretch(
  tx: Tx,
  { orgId }: Org,
  { after, rows: limit }: { after: Temporal.Instant | null; rows: number },
): Promise<HourStretch> {
  const isNext = sql`(${after}::timestamptz is null or hour_at > ${after})`;
  const { rows } = await sql<{ last: Temporal.Instant | null }>`
    select least(
      (select hour_at from context_hours where org_id = ${orgId} and ${isNext}
        order by hour_at offset ${limit - 1} limit 1),
      (select each.hour_at from usage_meters m cross join lateral (
          select hour_at from account_hours
          where org_id = ${orgId} and meter_id = m.id and ${isNext} order by hour_at limit ${limit}) as each
        where m.org_id = ${orgId} order by 1 offset ${limit - 1} limit 1)) as last`.execute(tx);
  return { after, last: rows[0]?.last ?? null };
}

/** Counts the hours of a stretch: some seconds for each million rows. */
export async function listMeterHourMismatches(
  tx: Tx,
  org: Org,
  { limit, ...hours }: HourStretch & { limit: number },
): Promise<MeterHourMismatch[]> {
  const { rows } = await sql<MeterHourMismatch>`
    select meter_id, hour_at, kept_units, kept_events::int8, units, events::int8
    from (${mismatches(org, hours, sql`false`)}) as each order by 1, 2 limit ${limit}`.execute(tx);
  return rows;
}

/**
 * Notes by how much the sums differ, so that they agree; an hour of rows that cancel out has a sum, too. No
 * writer changes the difference, whether it commits before or after this snapshot, so none is kept out; only
 * two recounts must not run at once.
 */
export async function recountMeterHours(tx: Tx, org: Org): Promise<void> {
  const { rows } = await sql`
    select from uncounted_meter_hours where org_id = ${org.orgId} for update`.execute(tx);
  if (rows.length === 0) return;
  // A statement of its own, because it reads what another recount has committed.
  await sql`
    insert into meter_hour_changes (org_id, meter_ids, hour_ats, units, events)
    select ${org.orgId}, array_agg(meter_id), array_agg(hour_at), array_agg(units - kept_units),
      array_agg((events - kept_events)::int8)
    from (${mismatches(org, ALL_HOURS, sql`kept.units is null`)}) as each having count(*) > 0`.execute(tx);
  await sql`delete from uncounted_meter_hours where org_id = ${org.orgId}`.execute(tx);
}

/** Sums that the rows by account and context, without deltas, do not add up to; and others on a condition. */
function mismatches({ orgId }: Org, hours: HourStretch, isOther: RawBuilder<unknown>): RawBuilder<unknown> {
  const summed = VALUES.map(([name]) => sql`sum(${sql.ref(`h.${name}`)}) as ${sql.ref(name)}`);
  // Contexts of equal meters first: a row by meter for each row by context would be four times as many.
  const contexts = sql`(
    select c.meter_ids, h.part, h.hour_at, ${sql.join(summed)}
    from context_hours h join event_contexts c on c.org_id = ${orgId} and c.context_id = h.context_id
    where h.org_id = ${orgId} and ${isIn('h.hour_at', hours)} group by 1, 2, 3) as h`;
  const changes = sql`meter_hour_changes where org_id = ${orgId}`;
  return sql`
    select meter_id, hour_at, coalesce(kept.units, 0) as kept_units, coalesce(kept.events, 0) as kept_events,
      coalesce(found.units, 0) as units, coalesce(found.events, 0) as events
    from (
      select meter_id, hour_at, sum(units) as units, sum(events) as events from (
        ${rowsByMeter(sql.ref('h.meter_ids'), contexts)}
        union all
        select a.meter_id, a.hour_at, a.units, a.events from account_hours a
        where a.org_id = ${orgId} and ${isIn('a.hour_at', hours, orgId)}
          and a.meter_id <> all (${extremeMeters(orgId)})) as by_meter
      group by 1, 2) as found
    full join (
      select meter_id, hour_at, sum(units) as units, sum(events) as events from (
        select meter_id, hour_at, units, events from meter_hours
        where org_id = ${orgId} and ${isIn('hour_at', hours, orgId)}
        union all ${itemsOfChanges(changes)}) as sums
      where ${isIn('hour_at', hours)} group by 1, 2) as kept using (meter_id, hour_at)
    where coalesce(kept.units, 0) <> coalesce(found.units, 0)
      or coalesce(kept.events, 0) <> coalesce(found.events, 0) or ${isOther}`;
}

const ALL_HOURS: HourStretch = { after: null, last: null };

/**
 * Whether a row is in some hours. With the organization it also names its meters: an index that begins with
 * the meter finds the hours then, instead of reading all of them.
 */
function isIn(column: string, { after, last }: HourStretch, orgId?: number): RawBuilder<unknown> {
  if (after === null && last === null) return sql`true`;
  const hourAt = sql.ref(column);
  const bounds = [
    ...(after === null ? [] : [sql`${hourAt} > ${after}`]),
    ...(last === null ? [] : [sql`${hourAt} <= ${last}`]),
    ...(orgId === undefined
      ? []
      : [sql`meter_id = any (array(select id from usage_meters where org_id = ${orgId}))`]),
  ];
  return sql.join(bounds, sql` and `);
}
