import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { codeOf } from '../status-codes.ts';
import type { EventStatus } from '../statuses.ts';
import { type EventMismatch, type RequestedEvents, toMismatch } from './audit-events.ts';
import { findEmptiedEnd } from './audited-accounts.ts';
import { KEY_HOURS } from './event-keys.ts';

/** The keys of an event's id, in the order of attempts (see `keysOf`). */
function keysOfId(eventId: string): RawBuilder<unknown> {
  const parts = [1, 9, 17, 25].map(
    (from) => sql`('x' || encode(substring(digest from ${sql.lit(from)} for 8), 'hex'))::bit(64)::bigint`,
  );
  return sql`(select array[${sql.join(parts)}] as of_id
    from (select sha256(convert_to(event_id_text(${sql.ref(eventId)}), 'UTF8')) as digest) as hashed)`;
}

/**
 * Checks that each accepted event of the last 45 days holds its id, and no other accepted event has the same
 * one.
 */
export async function listUnkeyedEvents(
  tx: Tx,
  org: Org,
  { range, now, limit }: RequestedEvents,
): Promise<EventMismatch[]> {
  const { rows } = await sql<{ seq: number; problem: string }>`
    select e.seq, case
      when e.event_id = '' then 'it is processed but has no id'
      when other.seq is not null
        then 'its id was accepted twice: event ' || event_reference(other.seq) || ' also has it'
      else 'its id could be accepted again' end as problem
    from events e
    cross join lateral ${keysOfId('e.event_id')} as keys
    left join lateral (
      select k.seq from event_keys k
      join events holder on holder.org_id = k.org_id and holder.seq = k.seq and holder.event_id = e.event_id
      where k.org_id = ${org.orgId} and k.key = any(keys.of_id) and k.seq <> e.seq limit 1) as other on true
    where e.org_id = ${org.orgId} and e.seq > ${range.after} and e.seq <= ${range.until} and e.status <= 3
      and e.received_at > ${now.subtract({ hours: KEY_HOURS })}
      -- Almost every event has its first key, and nothing else is read of it.
      and not exists (select from event_keys k
        where k.org_id = ${org.orgId} and k.key = event_key(event_id_text(e.event_id)) and k.seq = e.seq)
      and (e.event_id = '' or other.seq is not null or not exists (select from event_keys k
        where k.org_id = ${org.orgId} and k.key = any(keys.of_id) and k.seq = e.seq))
    order by e.seq limit ${limit}`.execute(tx);
  return rows.map(toMismatch);
}

/** A page of taken ids: `after < key <= until`, as text because keys exceed the range of numbers. */
export async function findKeyRange(
  tx: Tx,
  org: Org,
  page: { after: string; limit: number },
): Promise<{ after: string; until: string; next: string | null }> {
  const { rows } = await sql<{ last: string }>`
    select key::text as last from event_keys where org_id = ${org.orgId} and key > ${page.after}::int8
    order by key offset ${page.limit - 1} limit 1`.execute(tx);
  const next = rows[0]?.last ?? null;
  return { after: page.after, until: next ?? LAST_KEY, next };
}

export const BEFORE_KEYS = '-9223372036854775808';
const LAST_KEY = '9223372036854775807';

/**
 * Checks that every taken id belongs to an event with that id that was accepted, waits, or debited credits.
 */
export async function listStrayKeys(
  tx: Tx,
  org: Org,
  { range, limit }: { range: { after: string; until: string }; limit: number },
): Promise<{ key: string; problem: string }[]> {
  const emptiedEnd = await findEmptiedEnd(tx);
  const { rows } = await sql<{ key: string; problem: string }>`
    select key::text as key, problem from (
      select k.key, case
        when e.seq is null then 'no event ' || event_reference(k.seq) || ' has it'
        when not k.key = any(keys.of_id) then 'event ' || event_reference(k.seq) || ' has another id'
        when e.status > 3 and e.status <> ${sql.lit(codeOf('INGESTION_IN_PROGRESS'))}
          and not exists (select from waiting_events w where w.org_id = k.org_id and w.seq = k.seq)
          and not exists (select from feature_debits d
            where d.org_id = k.org_id and d.reference_id = event_reference(k.seq))
          then 'event ' || event_reference(k.seq) || ' was neither accepted nor is on hold'
      end as problem
      from event_keys k
      left join events e on e.org_id = k.org_id and e.seq = k.seq
      left join lateral ${keysOfId('e.event_id')} as keys on true
      where k.org_id = ${org.orgId} and k.key > ${range.after}::int8 and k.key <= ${range.until}::int8
        and k.seq >= ${emptiedEnd}) as verdicts
    where problem is not null order by key limit ${limit}`.execute(tx);
  return rows;
}

const ALWAYS_WAITING = ['INGESTION_FAILED_SCHEMA_NOT_DEFINED', 'INGESTION_FAILED_ACCOUNT_NOT_FOUND'] as const;

/**
 * Checks that exactly the events that wait for an account or schema are listed as waiting, and hold their
 * ids.
 */
export async function listWaitingMismatches(
  tx: Tx,
  org: Org,
  { range, now, limit }: RequestedEvents,
): Promise<EventMismatch[]> {
  const isYoung = sql`e.received_at > ${now.subtract({ hours: KEY_HOURS })}`;
  const waitsForSchema = is('e.status', 'INGESTION_FAILED_SCHEMA_NOT_DEFINED');
  const waitsForAccount = is('e.status', 'INGESTION_FAILED_ACCOUNT_NOT_FOUND', 'INGESTION_FAILED');
  const { rows } = await sql<{ seq: number; problem: string }>`
    select * from (
      select w.seq, case
        when e.seq is null then 'it is listed as on hold but does not exist'
        when not (case when w.schema_name is null then ${waitsForAccount} else ${waitsForSchema} end)
          or (w.schema_name is null) = (w.account_ref is null)
          then 'it is listed as on hold for something else than it waits for'
        when ${isYoung} and not exists (select from event_keys k
          where k.org_id = w.org_id and k.key = any(keys.of_id) and k.seq = w.seq)
          then 'it is on hold, but its id could be accepted again'
      end as problem
      from waiting_events w
      left join events e on e.org_id = w.org_id and e.seq = w.seq
      left join lateral ${keysOfId('e.event_id')} as keys on true
      where w.org_id = ${org.orgId} and w.seq > ${range.after} and w.seq <= ${range.until}
      union all
      select e.seq, 'it would be processed again by nobody: it is not listed as waiting'
      from events e
      where e.org_id = ${org.orgId} and e.seq > ${range.after} and e.seq <= ${range.until} and e.status > 3
        and ${is('e.status', ...ALWAYS_WAITING)} and ${isYoung}
        and not exists (select from waiting_events w where w.org_id = e.org_id and w.seq = e.seq)) as verdicts
    where problem is not null order by seq limit ${limit}`.execute(tx);
  return rows.map(toMismatch);
}

const is = (column: string, ...statuses: EventStatus[]): RawBuilder<boolean> =>
  sql`${sql.ref(column)} = any(${statuses.map(codeOf)}::int2[])`;
