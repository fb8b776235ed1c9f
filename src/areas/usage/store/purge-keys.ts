import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { KEY_HOURS } from './event-keys.ts';

/** Progress of purging an organization's keys: those of events before a number, in key order. */
export interface PurgedKeys {
  untilSeq: number;
  /** Eight bytes as a number, in text; null once all have been checked. */
  afterKey: string | null;
}

export async function findPurged(tx: Tx, org: Org): Promise<PurgedKeys> {
  const { rows } = await sql<PurgedKeys>`
    select until_seq, after_key::text as after_key from purged_event_keys
    where org_id = ${org.orgId}`.execute(tx);
  return rows[0] ?? { untilSeq: 0, afterKey: null };
}

export async function savePurged(tx: Tx, org: Org, { untilSeq, afterKey }: PurgedKeys): Promise<void> {
  await sql`
    insert into purged_event_keys (org_id, until_seq, after_key)
    values (${org.orgId}, ${untilSeq}, ${afterKey}::int8)
    on conflict (org_id) do update
      set until_seq = excluded.until_seq, after_key = excluded.after_key`.execute(tx);
}

/**
 * Events below this number have an id index and are older than the key retention by the organization's clock,
 * so they need no keys.
 */
export async function findKeylessEnd(tx: Tx, org: Org, now: Temporal.Instant): Promise<number> {
  const { rows } = await sql<{ end: number; lastAt: Temporal.Instant | null }>`
    select settled.end, (
      select received_at from events where org_id = ${org.orgId} and seq < settled.end
      order by seq desc limit 1) as last_at
    from (select coalesce(max(first_event_of(number + 1)), 0) as end from event_partitions
      where settled_at is not null) as settled`.execute(tx);
  const { end = 0, lastAt = null } = rows[0] ?? {};
  const isOver = lastAt && Temporal.Instant.compare(lastAt, now.subtract({ hours: KEY_HOURS })) <= 0;
  return lastAt === null || isOver ? end : 0;
}

/**
 * Checks the next keys in order and deletes those of events before a number. It skips keys that are being
 * taken over, because they then belong to a later event. Returns the last key, null after the last.
 */
export async function purgeKeys(
  tx: Tx,
  org: Org,
  { untilSeq, afterKey, limit }: PurgedKeys & { limit: number },
): Promise<string | null> {
  const { rows } = await sql<{ key: string; keys: number }>`
    with page as materialized (
      select key, seq from event_keys
      where org_id = ${org.orgId} and key > coalesce(${afterKey}::int8, -9223372036854775808)
      order by key limit ${limit}),
    unlocked as materialized (
      select k.key from event_keys k
      where k.org_id = ${org.orgId} and k.seq < ${untilSeq}
        and k.key = any(array(select key from page where seq < ${untilSeq}))
      for update skip locked),
    deleted as (
      delete from event_keys where org_id = ${org.orgId} and key = any(array(select key from unlocked)))
    select max(key)::text as key, count(*) as keys from page`.execute(tx);
  const { key = null, keys = 0 } = rows[0] ?? {};
  return keys === limit ? key : null;
}

/** Deletes other data about events before a number: they are found by id, and no longer wait. */
export async function forgetBefore(tx: Tx, org: Org, untilSeq: number): Promise<void> {
  await Promise.all([
    sql`delete from past_event_keys where org_id = ${org.orgId} and seq < ${untilSeq}`.execute(tx),
    sql`delete from waiting_events where org_id = ${org.orgId} and seq < ${untilSeq}`.execute(tx),
  ]);
}
