import { sql } from 'kysely';
import { int8Array } from '#platform/db/binary-arrays.ts';
import type { Tx } from '#platform/db/database.ts';
import { listRunningIngestions } from '#platform/db/scheduled-work.ts';
import type { Org } from '#platform/http/operation.ts';
import { BLOCK_EVENTS } from '../event-numbers.ts';
import type { Range } from '../tail/blocks-read.ts';
import type { Sighting } from '../tail/horizon.ts';

/** The fields that decide which listeners receive an event. */
export interface SeenEvent {
  seq: number;
  /** As stored; see status-codes.ts. */
  status: number;
  schemaName: string;
  accountId: string | null;
}

/**
 * Reads the last number first, and then the active writers: transactions that took a number up to the last
 * one are among them, unless they have ended.
 */
export async function readSighting(tx: Tx, org: Org): Promise<Sighting> {
  const [{ rows }, writers] = await Promise.all([
    sql<{ lastBlock: number }>`
      select coalesce(last_value, 0) as last_block from pg_sequences
      where schemaname = current_schema() and sequencename = 'event_blocks'`.execute(tx),
    listRunningIngestions(tx, org),
  ]);
  if (!rows[0]) throw new Error('the event counter of the organization is missing');
  return { lastBlock: rows[0].lastBlock, writers };
}

/** Blocks that have events of the organization. */
export async function listBlocks(
  tx: Tx,
  org: Org,
  { from, until }: { from: number; until: number },
): Promise<number[]> {
  const { rows } = await sql<{ block: number }>`
    select block from generate_series(${from}::int8, ${until - 1}::int8) as block
    cross join lateral (
      select from events
      where org_id = ${org.orgId} and seq >= block * ${sql.lit(BLOCK_EVENTS)}
        and seq < (block + 1) * ${sql.lit(BLOCK_EVENTS)}
      limit 1) as held`.execute(tx);
  return rows.map(({ block }) => block);
}

/**
 * Up to `limit` events with numbers in the given ranges, ascending. Each range takes one descent of the
 * primary key, however many events lie between the ranges.
 */
export async function listSeenEvents(
  tx: Tx,
  org: Org,
  { ranges, limit }: { ranges: readonly Range[]; limit: number },
): Promise<SeenEvent[]> {
  if (ranges.length === 0) return [];
  const [first, after] = [ranges.map((range) => range.first), ranges.map((range) => range.after)];
  const { rows } = await sql<SeenEvent>`
    select e.seq, e.status, c.schema_name, c.account_id
    from unnest(${int8Array(first)}::int8[], ${int8Array(after)}::int8[]) as range (first, after)
    cross join lateral (
      select seq, status, context_id from events
      where org_id = ${org.orgId} and seq >= range.first and seq < range.after
      order by seq limit ${limit}) as e
    join event_contexts c on c.org_id = ${org.orgId} and c.context_id = e.context_id
    order by e.seq limit ${limit}`.execute(tx);
  return rows;
}
