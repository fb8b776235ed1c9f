import { sql } from 'kysely';
import { int2Array, int8Array, int8ArrayOf, textArray } from '#platform/db/binary-arrays.ts';
import type { Tx } from '#platform/db/database.ts';
import { json } from '#platform/db/json.ts';
import type { Org } from '#platform/http/operation.ts';
import type { EventDetail } from '../event-context.ts';
import type { Event } from '../schema.ts';
import { codeOf } from '../status-codes.ts';
import type { EventStatus } from '../statuses.ts';
import type { KeyRequest } from './event-keys.ts';

/** A range of instants that look equal at the displayed precision: `[from, until)`. */
export interface ShownInstant {
  from: Temporal.Instant;
  until: Temporal.Instant;
}

/**
 * Numbers of correctable events, latest first, events of equal time by id. It examines all events of the
 * account, or all events of the schema that have one of the statuses.
 */
export async function listCorrectable(
  tx: Tx,
  org: Org,
  wanted: {
    accountId?: string | undefined;
    schemaName?: string | undefined;
    eventTime?: ShownInstant | undefined;
    receivedAt?: ShownInstant | undefined;
    from?: Temporal.Instant | undefined;
    until?: Temporal.Instant | undefined;
    statuses: readonly EventStatus[];
    limit: number;
  },
): Promise<number[]> {
  const { accountId, schemaName, statuses, limit } = wanted;
  const ranges: [string, Partial<Record<keyof ShownInstant, Temporal.Instant | undefined>> | undefined][] = [
    ['e.event_time', wanted.eventTime],
    ['e.event_time', wanted],
    ['e.received_at', wanted.receivedAt],
  ];
  const isWithin = ranges.flatMap(([column, { from, until } = {}]) => [
    ...(from ? [sql`and ${sql.ref(column)} >= ${from}`] : []),
    ...(until ? [sql`and ${sql.ref(column)} < ${until}`] : []),
  ]);
  const codes = statuses.map(codeOf);
  const metered = codeOf('INGESTION_COMPLETED_EVENT_METERED');
  const { rows } = await sql<{ seq: number }>`
    select e.seq from event_contexts c
    join events e on e.org_id = c.org_id and e.context_id = c.context_id
    where c.org_id = ${org.orgId} and e.status = any(${int2Array(codes)}::int2[])
      ${codes.includes(metered) ? sql`` : sql`and e.status <> ${sql.lit(metered)}`}
      ${accountId === undefined ? sql`` : sql`and c.account_id = ${accountId}`}
      ${schemaName === undefined ? sql`` : sql`and c.schema_name = ${schemaName}`}
      ${isWithin.length > 0 ? sql.join(isWithin, sql` `) : sql``}
    order by e.event_time desc, event_id_text(e.event_id) collate "C", e.seq limit ${limit}`.execute(tx);
  return rows.map(({ seq }) => seq);
}

/** Events received under an alias in `[from, until)` that count for an account without that alias now. */
export interface LostEvents {
  accountId: string;
  value: string;
  from: string | null;
  until: string | null;
}

/**
 * A page of such event numbers, after a number, ascending. The range applies to the time that the sender
 * gave. Empty if the account has the alias again.
 */
export async function listLostEvents(
  tx: Tx,
  org: Org,
  wanted: LostEvents & { except: readonly EventStatus[]; after: number; limit: number },
): Promise<number[]> {
  const { accountId, value, from, until, except, after, limit } = wanted;
  const { rows } = await sql<{ seq: number }>`
    select e.seq from event_contexts c
    join events e on e.org_id = c.org_id and e.context_id = c.context_id
    cross join lateral (select case when e.detail like '%"sentAt"%'
      then (e.detail::jsonb ->> 'sentAt')::timestamptz else e.event_time end as at) as sent
    where c.org_id = ${org.orgId} and c.account_id = ${accountId}
      and folded(btrim(c.facts ->> 'ref')) = ${value}
      and e.status <> all(${int2Array(except.map(codeOf))}::int2[]) and e.seq > ${after}
      and tstzrange(${from}::timestamptz, ${until}::timestamptz) @> sent.at
      and not exists (
        select from account_aliases a
        where a.org_id = c.org_id and a.account_id = c.account_id and a.value = ${value}
          and tstzrange(a.effective_from, a.effective_until) @> sent.at)
    order by e.seq limit ${limit}`.execute(tx);
  return rows.map(({ seq }) => seq);
}

/**
 * Prevents other transactions from processing waiting events until this one ends: re-processing needs the
 * locks on their rows. It is the first lock of a correction, as of re-processing, in number order.
 */
export async function lockWaiting(tx: Tx, org: Org, numbers: readonly number[]): Promise<void> {
  await sql`
    select 1 from waiting_events where org_id = ${org.orgId} and seq = any(${int8Array(numbers)}::int8[])
    order by seq for update`.execute(tx);
}

/** Locks those keys that belong to their events, so that no transaction takes them over meanwhile. */
export async function lockHeldKeys(tx: Tx, org: Org, keys: readonly KeyRequest[]): Promise<KeyRequest[]> {
  if (keys.length === 0) return [];
  const { rows } = await sql<{ index: number }>`
    select (sent.index - 1)::int4 as index
    from unnest(${int8ArrayOf(keys.map(({ key }) => key))}::int8[],
      ${int8Array(keys.map(({ seq }) => seq))}::int8[]) with ordinality as sent (key, seq, index)
    join event_keys k on k.org_id = ${org.orgId} and k.key = sent.key and k.seq = sent.seq
    order by k.key for update of k`.execute(tx);
  return rows.map(({ index }) => keys[index] as KeyRequest);
}

/** Marks events that the transaction has locked; the detail keeps their former status. */
export async function markReverted(
  tx: Tx,
  org: Org,
  events: readonly { seq: number; detail: EventDetail }[],
): Promise<void> {
  if (events.length === 0) return;
  await sql`
    update events e set status = ${codeOf('REVERTED')}, detail = sent.detail
    from unnest(${int8Array(events.map(({ seq }) => seq))}::int8[],
      ${textArray(events.map(({ detail }) => JSON.stringify(detail)))}::text[]) as sent (seq, detail)
    where e.org_id = ${org.orgId} and e.seq = sent.seq`.execute(tx);
}

/** Rows of meters that no rollup can answer. */
export async function deleteUsageRows(tx: Tx, org: Org, numbers: readonly number[]): Promise<void> {
  if (numbers.length === 0) return;
  await sql`delete from usage
    where org_id = ${org.orgId} and seq = any(${int8Array(numbers)}::int8[])`.execute(tx);
}

/** Stores the replacement for an event of a job, as long as the job exists. */
export async function insertReplacement(
  tx: Tx,
  org: Org,
  { jobId, event }: { jobId: string; event: Event },
): Promise<void> {
  await sql`insert into replacement_events (org_id, job_id, event)
    values (${org.orgId}, ${jobId}, ${json(event)})`.execute(tx);
}

export async function findReplacement(tx: Tx, org: Org, jobId: string): Promise<Event | null> {
  const { rows } = await sql<{ event: Omit<Event, 'timestamp'> & { timestamp: string } }>`
    select event from replacement_events where org_id = ${org.orgId} and job_id = ${jobId}`.execute(tx);
  const event = rows[0]?.event;
  return event ? { ...event, timestamp: Temporal.Instant.from(event.timestamp) } : null;
}
