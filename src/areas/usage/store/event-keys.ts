import { type RawBuilder, sql } from 'kysely';
import { int4Array, int8Array, int8ArrayOf, int8ArrayOfDigests } from '#platform/db/binary-arrays.ts';
import type { Values } from '#platform/db/cached-statement.ts';
import { type Tx, violatedConstraint } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { BLOCK_EVENTS } from '../event-numbers.ts';
import { type Changes, changesSince } from './catalog-changes.ts';

/** An event that needs its id. */
export interface KeyRequest {
  /** 8 bytes; see `keysOf`. */
  key: Buffer;
  /** The event's number, or its index among the numbers that the transaction is about to take. */
  seq: number;
}

/** An event id is taken for 45 days (`metering-pricing.md` 4.5). */
export const KEY_HOURS = 45 * 24;

/** What a transaction reads when it begins to store events. */
export interface Entrance extends Changes {
  /** The organization's clock, based on the database's real time. */
  now: Temporal.Instant;
  /** The first number of the transaction; it has one for each of its events. */
  firstSeq: number;
  /** Indexes of the events that got their ids; null if all did. */
  taken: readonly number[] | null;
}

/**
 * Takes numbers and ids for the events of a transaction. The primary key decides between concurrent
 * transactions: the later one waits for the earlier to commit and then gets nothing. Each key occurs once
 * (`firstKeyOf`), and keys are taken in ascending order, so that two transactions with the same ids never
 * deadlock. Measured with 1,000 ids: 8 µs of database time each with binary arrays, 12 µs from JSON.
 */
export async function enterEvents(tx: Tx, org: Org, wanted: Wanted): Promise<Entrance> {
  const { rows } = await sql<Entrance>`
    with ${entered(org)}, taken as (
      ${insertKeys(keysWanted(org, wanted))}
      on conflict (org_id, key) do nothing returning seq)
    select now, first_seq, case when (select count(*) from taken) < ${wanted.indexes.length}::int8
      then array(select (seq - first_seq)::int4 from taken) end as taken, ${changesSince(org, wanted.since)}
    from entered`.execute(tx);
  return entranceIn(rows);
}

/**
 * Like `enterEvents`, for ids assumed to be new, as almost all are: 5 µs each, because it does not look keys
 * up before inserting them. If one is taken, it throws the database's error (`isIdTaken`), and the
 * transaction has failed.
 */
export async function enterNewEvents(tx: Tx, org: Org, wanted: Wanted): Promise<Entrance> {
  const { rows } = await sql<Entrance>`
    with ${entered(org)}, taken as (${insertKeys(keysWanted(org, wanted))})
    select now, first_seq, null::int4[] as taken, ${changesSince(org, wanted.since)}
    from entered`.execute(tx);
  return entranceIn(rows);
}

export function isIdTaken(error: unknown): boolean {
  return violatedConstraint(error) === 'event_keys_pkey';
}

/** First keys of ids with the indexes of their events. */
interface Wanted {
  digests: readonly string[];
  indexes: readonly number[];
  /** Reads catalog changes since this snapshot; null reads none. */
  since: string | null;
}

const entered = (org: Org): RawBuilder<unknown> => sql`entered as materialized (
      select coalesce(clock_at, clock_timestamp()) as now,
        nextval('event_blocks') * ${sql.lit(BLOCK_EVENTS)} as first_seq
      from organizations where org_id = ${org.orgId})`;

/** The values of `insertKeys`. */
export function keysWanted(
  { orgId }: Org,
  { digests, indexes }: Omit<Wanted, 'since'>,
): Values<'orgId' | 'keys' | 'indexes'> {
  return { orgId, keys: int8ArrayOfDigests(digests), indexes: int4Array(indexes) };
}

/** Used with the CTE `entered`, which has the numbers. */
export const insertKeys = ({
  orgId,
  keys,
  indexes,
}: Values<'orgId' | 'keys' | 'indexes'>): RawBuilder<unknown> => sql`
      insert into event_keys (org_id, key, seq)
      select ${orgId}, wanted.key, entered.first_seq + wanted.index
      from entered, (select unnest(${keys}::int8[]) as key, unnest(${indexes}::int4[]) as index) as wanted
      order by wanted.key
    `;

function entranceIn([entrance]: readonly Entrance[]): Entrance {
  if (!entrance) throw new Error('organization is gone');
  return entrance;
}

/**
 * Takes further keys for events whose first key belongs to another id; returns the numbers that got theirs.
 */
export async function takeEventKeys(tx: Tx, org: Org, wanted: readonly KeyRequest[]): Promise<Set<number>> {
  if (wanted.length === 0) return new Set();
  const { rows } = await sql<{ seq: number }>`
    insert into event_keys (org_id, key, seq)
    select ${org.orgId}, wanted.* from unnest(${keysIn(wanted)}::int8[], ${numbersIn(wanted)}::int8[])
      as wanted (key, seq)
    order by wanted.key
    on conflict (org_id, key) do nothing returning seq`.execute(tx);
  return new Set(rows.map(({ seq }) => seq));
}

/**
 * Takes over keys that are older than 45 days but not purged yet; their former events can still be found by
 * id. Of two transactions, the second finds the first one's number under the row lock and gets nothing.
 */
export async function takeExpiredKeys(
  tx: Tx,
  org: Org,
  wanted: readonly (KeyRequest & { heldBy: number })[],
): Promise<Set<number>> {
  if (wanted.length === 0) return new Set();
  const holders = int8Array(wanted.map(({ heldBy }) => heldBy));
  const { rows } = await sql<{ seq: number }>`
    with sent as (
      select * from unnest(${keysIn(wanted)}::int8[], ${numbersIn(wanted)}::int8[], ${holders}::int8[])
        as sent (key, seq, held_by)),
    locked as (
      select k.key from event_keys k join sent on k.key = sent.key and k.seq = sent.held_by
      where k.org_id = ${org.orgId} order by k.key for update of k),
    past as (
      insert into past_event_keys (org_id, key, seq)
      select ${org.orgId}, sent.key, sent.held_by from sent join locked using (key)
      on conflict do nothing)
    update event_keys k set seq = sent.seq from sent join locked using (key)
    where k.org_id = ${org.orgId} and k.key = sent.key and k.seq = sent.held_by
    returning k.seq`.execute(tx);
  return new Set(rows.map(({ seq }) => seq));
}

/** Numbers of the events that hold keys, in any order. */
export async function listKeyHolders(
  tx: Tx,
  org: Org,
  keys: readonly Buffer[],
): Promise<{ key: string; seq: number }[]> {
  if (keys.length === 0) return [];
  const { rows } = await sql<{ key: string; seq: number }>`
    select key::text as key, seq from event_keys
    where org_id = ${org.orgId} and key = any(${int8ArrayOf(keys)}::int8[])`.execute(tx);
  return rows;
}

/** Releases ids, so that corrected events can be sent with the same ones. */
export async function releaseEventKeys(tx: Tx, org: Org, released: readonly KeyRequest[]): Promise<void> {
  if (released.length === 0) return;
  await sql`
    delete from event_keys k
    using unnest(${keysIn(released)}::int8[], ${numbersIn(released)}::int8[]) as given (key, seq)
    where k.org_id = ${org.orgId} and k.key = given.key and k.seq = given.seq`.execute(tx);
}

/** Passes ids on to other events with the same ids. */
export async function moveEventKeys(
  tx: Tx,
  org: Org,
  moved: readonly (KeyRequest & { heldBy: number })[],
): Promise<void> {
  if (moved.length === 0) return;
  const holders = int8Array(moved.map(({ heldBy }) => heldBy));
  await sql`
    update event_keys k set seq = sent.seq
    from unnest(${keysIn(moved)}::int8[], ${numbersIn(moved)}::int8[], ${holders}::int8[])
      as sent (key, seq, held_by)
    where k.org_id = ${org.orgId} and k.key = sent.key and k.seq = sent.held_by`.execute(tx);
}

function keysIn(requests: readonly KeyRequest[]): Buffer {
  return int8ArrayOf(requests.map(({ key }) => key));
}

function numbersIn(requests: readonly KeyRequest[]): Buffer {
  return int8Array(requests.map(({ seq }) => seq));
}
