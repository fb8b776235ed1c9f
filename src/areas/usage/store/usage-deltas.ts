import { type RawBuilder, sql } from 'kysely';
import { LOCK_CLASS } from '#platform/db/advisory-locks.ts';
import { int2Array, int4Array, textArray, timestampArray } from '#platform/db/binary-arrays.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { contextsOf, type HourRows } from './context-usage.ts';
import { COLUMNS, type Column, ITEM_COLUMNS, UNITS, VALUES } from './delta-columns.ts';
import { insertionOf, type ReceivedEvents } from './events.ts';
import { itemsOfChanges, MAX_CHANGES, rowsByMeter, withMeters } from './meter-hours.ts';
import { lockIngestion } from './usage.ts';

/** Items per delta row: this keeps the whole row below the size of a database page. */
const MAX_ITEMS = 128;
/** Delta rows that one transaction compacts. */
const MAX_ROWS = 2_000;
/** Unhurried compaction pauses after this many delta rows, and after this many sums. */
const [ROWS_A_REST, SUMS_A_REST] = [16, 64];
const REST_SECONDS = 0.004;
/** Rows of sums that belong to no process: compactions run one at a time. */
const SLOT = 0;

/** A column without a value in both stays empty. */
const UPDATES = VALUES.map(([name]) => {
  const [kept, more] = [sql.ref(`kept.${name}`), sql.ref(`excluded.${name}`)];
  return sql`${sql.ref(name)} = coalesce(${kept} + ${more}, ${kept}, ${more})`;
});

/** For items that belong to one hour of a context. */
const FIRST_SUMS = VALUES.map(([name, type]) => {
  const value = sql.ref(`item.${name}`);
  return sql`sum(${type === UNITS ? sql`${value}::numeric` : value}) as ${sql.ref(name)}`;
});
const SUMS = VALUES.map(([name]) => sql`sum(${sql.ref(name)}) as ${sql.ref(name)}`);

/** Usage that a group of events adds. */
export interface Deltas {
  /** Added to hours and, because all these contexts have a cycle, to cycles. */
  withCycle: HourRows;
  /** Added to hours only. */
  withoutCycle: HourRows;
}

/** The columns of deltas in binary form, without trailing ones that no item uses. */
export function listsOfHours(hours: HourRows): Buffer[] {
  const { contextIds, parts, hourAts, units, events } = hours;
  return [
    ...[int4Array(contextIds), int2Array(parts), timestampArray(hourAts)],
    ...units.flatMap((column, index) => [textArray(column), int4Array(events[index] ?? [])]),
  ];
}

/**
 * Stores events together with their usage deltas: usage counts at once, and `compactDeltas` compacts it into
 * the sums later. It is one statement, unless events with and without a cycle are mixed: whatever its number
 * of rows, a statement takes 0.1 ms of database time and as much of this process.
 */
export async function insertWithDeltas(
  tx: Tx,
  org: Org,
  { deltas, ...received }: ReceivedEvents & { deltas: Deltas },
): Promise<void> {
  const [first, ...others] = insertionsOf(org, deltas);
  await Promise.all([
    sql`with stored as (${insertionOf(org, received)}) ${first ?? sql`select 1`}`.execute(tx),
    ...others.map((other) => other.execute(tx)),
  ]);
}

/** For events that are stored by a statement of their own. */
export function insertDeltas(tx: Tx, org: Org, deltas: Deltas): Promise<unknown>[] {
  return insertionsOf(org, deltas).map((insertion) => insertion.execute(tx));
}

function insertionsOf({ orgId }: Org, { withCycle, withoutCycle }: Deltas): RawBuilder<unknown>[] {
  const insertions: RawBuilder<unknown>[] = [];
  for (const [hours, hasCycle] of [[withCycle, true] as const, [withoutCycle, false] as const])
    if (hours.contextIds.length > 0)
      insertions.push(insertionOfAdded({ orgId, lists: listsOfHours(hours), hasCycle }, sql``));
  return insertions;
}

/** Used with the CTE `entered`; adds nothing if that has no row. */
export function deltaOfEntered(added: Omit<Added, 'hasCycle'>): RawBuilder<unknown> {
  return insertionOfAdded({ ...added, hasCycle: true }, sql`entered,`);
}

interface Added {
  orgId: unknown;
  /** As returned by `listsOfHours`. */
  lists: readonly unknown[];
  hasCycle: boolean;
}

function insertionOfAdded({ orgId, lists, hasCycle }: Added, from: RawBuilder<unknown>): RawBuilder<unknown> {
  const columns = COLUMNS.slice(0, lists.length);
  const names = listed(columns);
  const values = columns.map(([, type], index) => sql`${lists[index]}::${type}`);
  const slices = columns.map(
    ([name]) => sql`${sql.ref(`sent.${name}`)}[first:first + ${sql.lit(MAX_ITEMS - 1)}]`,
  );
  return sql`
    insert into usage_deltas (org_id, has_cycle, ${names})
    select ${orgId}, ${sql.lit(hasCycle)}, ${sql.join(slices)}
    from ${from} (select ${sql.join(values)}) as sent (${names}),
      generate_series(1, cardinality(sent.context_ids), ${sql.lit(MAX_ITEMS)}) as first`;
}

/**
 * Moves the oldest deltas into the sums of hours and cycles, in one statement, so that every reader counts
 * them once. Returns null, with nothing done, while another transaction compacts; otherwise whether that was
 * all. Adding to a row of sums takes the database 34,000 to 38,000 instructions, for one row or thousands at
 * a time; updating existing rows and inserting the others was no cheaper with an index of five columns, and
 * led the server to plans that read all of them.
 */
export async function compactDeltas(tx: Tx, org: Org): Promise<{ isAll: boolean } | null> {
  const { rows } = await sql<{ isMine: boolean }>`
    select pg_try_advisory_xact_lock(${LOCK_CLASS.compaction}, ${org.orgId}) as is_mine`.execute(tx);
  if (!rows[0]?.isMine) return null;
  const { deltas, changes } = await compact(tx, org, UNHURRIED);
  return { isAll: deltas < MAX_ROWS && changes < MAX_CHANGES };
}

/**
 * Keeps ingestion out until the transaction ends, and compacts all deltas if any belongs to the account:
 * afterwards, the account has only sums. Most timelines change when there are no recent deltas. It waits for
 * a running compaction before it locks ingestion out.
 */
export async function lockIngestionAndCompact(tx: Tx, org: Org, accountId: string): Promise<void> {
  if (await hasDeltas(tx, org, accountId)) await lockCompaction(tx, org);
  await lockIngestion(tx, org);
  if (!(await hasDeltas(tx, org, accountId))) return;
  await lockCompaction(tx, org);
  while ((await compact(tx, org, HURRIED)).deltas === MAX_ROWS);
}

async function lockCompaction(tx: Tx, org: Org): Promise<void> {
  await sql`select pg_advisory_xact_lock(${LOCK_CLASS.compaction}, ${org.orgId})`.execute(tx);
}

async function hasDeltas(tx: Tx, org: Org, accountId: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from usage_deltas where org_id = ${org.orgId} and context_ids && ${contextsOf(org, accountId)}
    limit 1`.execute(tx);
  return rows.length > 0;
}

/** A condition on `rested`, which numbers rows; it sets how compaction paces itself. */
type Pace = (everyRows: number) => RawBuilder<unknown>;

const HURRIED: Pace = () => sql`true`;
/**
 * No caller waits for it, so it pauses a few milliseconds after each one or two of work. Without pauses it
 * occupied a processor for half a second at a time and delayed concurrent groups of events.
 */
const UNHURRIED: Pace = (everyRows) => sql`
  case when rested % ${sql.lit(everyRows)} = 0 then pg_sleep(${sql.lit(REST_SECONDS)}) is not null
  else true end`;

interface Compacted {
  /** Rows of each. */
  deltas: number;
  changes: number;
}

/** Sums are updated in primary-key order; those of meters and hours by no other writer. */
async function compact(tx: Tx, org: Org, pace: Pace): Promise<Compacted> {
  const { rows } = await sql<Compacted>`
    with compacted as (
      delete from usage_deltas where org_id = ${org.orgId} and id in (
        select id from usage_deltas where org_id = ${org.orgId} order by id limit ${sql.lit(MAX_ROWS)})
      returning has_cycle, ${listed(COLUMNS)}),
    item as (
      select has_cycle, ${sql.join(ITEM_COLUMNS)}
      from (select *, row_number() over () as rested from compacted) as compacted
      where ${pace(ROWS_A_REST)}),
    hour as materialized (
      select has_cycle, context_id, hour_at, part, ${sql.join(FIRST_SUMS)}
      from item group by 1, 2, 3, 4),
    added as (
      insert into context_hours as kept (org_id, slot, context_id, hour_at, part, ${listed(VALUES)})
      select ${org.orgId}, ${sql.lit(SLOT)}, context_id, hour_at, part, ${listed(VALUES)}
      from (select *, row_number() over (order by context_id, hour_at, part) as rested from hour) as hour
      where ${pace(SUMS_A_REST)}
      on conflict (org_id, context_id, hour_at, slot, part) do update set ${sql.join(UPDATES)}),
    cycle as (
      select context_id, part, ${sql.join(SUMS)}, row_number() over (order by context_id, part) as rested
      from hour where has_cycle group by context_id, part),
    summed as (
      insert into context_cycles as kept (org_id, slot, context_id, part, ${listed(VALUES)})
      select ${org.orgId}, ${sql.lit(SLOT)}, context_id, part, ${listed(VALUES)} from cycle
      where ${pace(SUMS_A_REST)}
      on conflict (org_id, context_id, slot, part) do update set ${sql.join(UPDATES)}),
    changed as (
      delete from meter_hour_changes where org_id = ${org.orgId} and id in (
        select id from meter_hour_changes where org_id = ${org.orgId} order by id
        limit ${sql.lit(MAX_CHANGES)})
      returning meter_ids, hour_ats, units, events),
    together as (
      insert into meter_hours as kept (org_id, meter_id, hour_at, units, events)
      select ${org.orgId}, meter_id, hour_at, sum(units), sum(events)
      from (${rowsByMeter(sql.ref('c.meter_ids'), withMeters(org, sql`hour`))}
        union all ${itemsOfChanges(sql`changed`)}) as by_meter
      group by meter_id, hour_at
      on conflict (org_id, meter_id, hour_at) do update
        set units = kept.units + excluded.units, events = kept.events + excluded.events)
    select (select count(*)::int4 from compacted) as deltas,
      (select count(*)::int4 from changed) as changes`.execute(tx);
  return rows[0] ?? { deltas: 0, changes: 0 };
}

function listed(columns: readonly Column[]): RawBuilder<unknown> {
  return sql.join(columns.map(([name]) => sql.ref(name)));
}
