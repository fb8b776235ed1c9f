import { sql } from 'kysely';
import { int8ArrayOf } from '#platform/db/binary-arrays.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { KEY_HOURS } from './event-keys.ts';

/** When a partition of events is closed: by its size or its age. */
const MOST_EVENTS = 25_000_000;
const MOST_DAYS = 31;

/** Opens and closes partitions of all organizations; cheap when there is nothing to do. */
export async function tendPartitions(tx: Tx, retentionDays: number | null): Promise<void> {
  await sql`select roll_event_partitions(${MOST_EVENTS}, make_interval(days => ${MOST_DAYS}))`.execute(tx);
  await sql`select settle_event_partitions(make_interval(hours => ${KEY_HOURS}))`.execute(tx);
  if (retentionDays !== null)
    await sql`select empty_event_partitions(make_interval(days => ${retentionDays}))`.execute(tx);
}

/** Where events have an index of their ids, so that the keys of ids may go: below this number. */
export async function findSettledEnd(tx: Tx): Promise<number> {
  const { rows } = await sql<{ end: number }>`
    select coalesce(max(first_event_of(number + 1)), 0) as end from event_partitions
    where settled_at is not null`.execute(tx);
  return rows[0]?.end ?? 0;
}

/** How far the keys of the organization have been purged: below this number. */
export async function findPurgedEnd(tx: Tx, org: Org): Promise<number> {
  const { rows } = await sql<{ untilSeq: number }>`
    select until_seq from purged_event_keys where org_id = ${org.orgId}`.execute(tx);
  return rows[0]?.untilSeq ?? 0;
}

export async function savePurgedEnd(tx: Tx, org: Org, untilSeq: number): Promise<void> {
  await sql`
    insert into purged_event_keys (org_id, until_seq) values (${org.orgId}, ${untilSeq})
    on conflict (org_id) do update set until_seq = excluded.until_seq`.execute(tx);
}

/** Ids of events whose 45 days are over, oldest first, from a number on. */
export async function listExpiredIds(
  tx: Tx,
  org: Org,
  page: { from: number; until: number; now: Temporal.Instant; limit: number },
): Promise<{ seq: number; eventId: Buffer }[]> {
  const { rows } = await sql<{ seq: number; eventId: Buffer }>`
    select seq, event_id from events
    where org_id = ${org.orgId} and seq >= ${page.from} and seq < ${page.until}
      and received_at <= ${page.now.subtract({ hours: KEY_HOURS })}
    order by seq limit ${page.limit}`.execute(tx);
  return rows;
}

/** Deletes keys that still belong to these events. Ones that somebody is taking over are left alone. */
export async function deleteKeys(
  tx: Tx,
  org: Org,
  { keys, before }: { keys: readonly Buffer[]; before: number },
): Promise<void> {
  await sql`
    delete from event_keys where org_id = ${org.orgId} and key in (
      select key from event_keys
      where org_id = ${org.orgId} and key = any(${int8ArrayOf(keys)}::int8[]) and seq < ${before}
      for update skip locked)`.execute(tx);
}
