import { sql } from 'kysely';
import { int8ArrayOf } from '#platform/db/binary-arrays.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { encodeEventId, keysOf } from '../event-ids.ts';
import { EVENT_COLUMNS, type EventRow, readEventRow, type StoredEventRow, withStored } from './events.ts';

/** Maximum occurrences shown for an id that was resent often. */
const MAX_OCCURRENCES = 100;

/**
 * The newest occurrences of an event id, including the accepted one, newest first. The accepted one is found
 * by its key or, once that has expired, by the index of old partitions; the others by an index of unprocessed
 * events.
 */
export async function listOccurrences(tx: Tx, org: Org, eventId: string): Promise<EventRow[]> {
  const [id, keys] = [encodeEventId(eventId), int8ArrayOf(keysOf(eventId))];
  const { rows } = await sql<StoredEventRow>`
    with settled as (
      select coalesce(max(first_event_of(number + 1)), 0) as before from event_partitions
      where settled_at is not null),
    numbers as (
      (select seq from events where org_id = ${org.orgId} and event_id = ${id} and status > 3
        order by seq desc limit ${sql.lit(MAX_OCCURRENCES)})
      union
      select seq from event_keys where org_id = ${org.orgId} and key = any(${keys}::int8[])
      union
      select seq from past_event_keys where org_id = ${org.orgId} and key = any(${keys}::int8[])
      union
      (select seq from events where org_id = ${org.orgId} and event_id = ${id}
        and seq < (select before from settled) order by seq desc limit ${sql.lit(MAX_OCCURRENCES)}))
    select ${EVENT_COLUMNS} from numbers n ${withStored(org, sql`n.seq`)} where e.event_id = ${id}
    order by e.seq desc`.execute(tx);
  const accepted = rows.findIndex(({ status }) => status <= 3);
  const shown = rows.filter((_, i) => i < MAX_OCCURRENCES || i === accepted);
  return shown.map(readEventRow);
}

/** Names of price plans, for the pipeline of events. */
export async function namePlans(
  tx: Tx,
  org: Org,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from price_plans where org_id = ${org.orgId} and id = any(${ids})`.execute(tx);
  return new Map(rows.map(({ id, name }) => [id, name]));
}
