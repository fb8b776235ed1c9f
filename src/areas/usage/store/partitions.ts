import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import { KEY_HOURS } from './event-keys.ts';

/** Closes a partition of events by size or age. */
const MAX_EVENTS = 25_000_000;
const MAX_DAYS = 31;

/** Creates partitions ahead of time, and moves on to the next when one is full or old. */
export async function rollPartitions(tx: Tx): Promise<void> {
  await sql`select roll_event_partitions(${MAX_EVENTS}, make_interval(days => ${MAX_DAYS}))`.execute(tx);
}

/** Creates the id index of one closed partition, which takes minutes; true if there was one. */
export async function settlePartition(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ isSettled: boolean }>`
    select settle_event_partition(make_interval(hours => ${KEY_HOURS})) as is_settled`.execute(tx);
  return rows[0]?.isSettled ?? false;
}

/** Empties one partition whose events are older than the retention; true if there was one. */
export async function emptyPartition(tx: Tx, retentionDays: number): Promise<boolean> {
  const { rows } = await sql<{ isEmptied: boolean }>`
    select empty_event_partition(make_interval(days => ${retentionDays})) as is_emptied`.execute(tx);
  return rows[0]?.isEmptied ?? false;
}
