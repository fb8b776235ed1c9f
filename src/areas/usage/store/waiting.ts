import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { KEY_HOURS } from './event-keys.ts';
import { EVENT_COLUMNS, type EventRow, readEventRow, type StoredEventRow } from './events.ts';

/** What events wait for. */
export type WaitsFor = { accountId: string } | { schemaName: string };

/** A waiting event, by what was sent: the reference of its account, or the name of its schema. */
export interface WaitingEvent {
  seq: number;
  accountRef: string | null;
  schemaName: string | null;
}

export async function insertWaiting(tx: Tx, org: Org, waiting: readonly WaitingEvent[]): Promise<void> {
  if (waiting.length === 0) return;
  await sql`
    insert into waiting_events (org_id, seq, account_ref, schema_name)
    select ${org.orgId}, seq, folded(btrim("accountRef")), "schemaName"
    from json_to_recordset(${JSON.stringify(waiting)}::json)
      as sent (seq bigint, "accountRef" text, "schemaName" text)
    on conflict (org_id, seq) do update
      set account_ref = excluded.account_ref, schema_name = excluded.schema_name`.execute(tx);
}

export async function deleteWaiting(tx: Tx, org: Org, numbers: readonly number[]): Promise<void> {
  if (numbers.length === 0) return;
  await sql`delete from waiting_events
    where org_id = ${org.orgId} and seq = any(${numbers}::int8[])`.execute(tx);
}

/**
 * A page of events received in the last 45 days that may wait for an account or a schema, oldest first. They
 * are only candidates, because an alias is valid for a time range. They are locked; an event that is being
 * corrected no longer waits afterwards.
 */
export async function listWaitingEvents(
  tx: Tx,
  org: Org,
  page: { waitsFor: WaitsFor; now: Temporal.Instant; after: number; limit: number },
): Promise<EventRow[]> {
  const { waitsFor, now, after, limit } = page;
  const isWanted =
    'schemaName' in waitsFor
      ? sql`w.schema_name = ${waitsFor.schemaName}`
      : sql`w.account_ref = any(array(
          select folded(${waitsFor.accountId}::text) union
          select value from account_aliases
          where org_id = ${org.orgId} and account_id = ${waitsFor.accountId}))`;
  const { rows } = await sql<StoredEventRow>`
    select ${EVENT_COLUMNS} from waiting_events w
    join events e on e.org_id = w.org_id and e.seq = w.seq
    join event_contexts c on c.org_id = e.org_id and c.context_id = e.context_id
    where w.org_id = ${org.orgId} and ${isWanted} and w.seq > ${after}
      and e.received_at > ${now.subtract({ hours: KEY_HOURS })}
    order by w.seq limit ${limit} for update of w`.execute(tx);
  return rows.map(readEventRow);
}

/** The latest events that wait for an account with this id or alias. */
export async function listWaitingNumbers(
  tx: Tx,
  org: Org,
  { accountRef, limit }: { accountRef: string; limit: number },
): Promise<number[]> {
  const { rows } = await sql<{ seq: number }>`
    select seq from waiting_events
    where org_id = ${org.orgId} and account_ref = folded(btrim(${accountRef}::text))
    order by seq desc limit ${limit}`.execute(tx);
  return rows.map(({ seq }) => seq);
}
