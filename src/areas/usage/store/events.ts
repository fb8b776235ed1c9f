import { type RawBuilder, sql } from 'kysely';
import { int2Array, int4Array, int8Array, textArray, timestampArray } from '#platform/db/binary-arrays.ts';
import type { Values } from '#platform/db/cached-statement.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { mapInTurns } from '#platform/turns.ts';
import type { EventContext, EventDetail, PackedEvent } from '../event-context.ts';
import { decodeEventId, eventIdArray } from '../event-ids.ts';
import { referenceOf } from '../event-numbers.ts';
import { codeOf, statusOf } from '../status-codes.ts';
import type { EventStatus } from '../statuses.ts';

/** An event with its outcome, ready to be stored. */
export interface NewEvent {
  seq: number;
  eventId: string | null;
  timestamp: Temporal.Instant;
  contextId: number;
  status: EventStatus;
  packed: PackedEvent;
}

/**
 * Stores events that were received at one instant. Binary arrays were the fastest form that works with
 * row-level security (COPY does not): 12 µs of database time for an event with its three indexes; a single
 * document through jsonb_to_recordset took 31 µs for the wide rows that events had before.
 */
export async function insertEvents(tx: Tx, org: Org, received: ReceivedEvents): Promise<void> {
  if (received.events.length > 0) await insertionOf(org, received).execute(tx);
}

/** Events received at one instant. */
export interface ReceivedEvents {
  events: readonly NewEvent[];
  receivedAt: Temporal.Instant;
}

/** The statement of `insertEvents`. */
export function insertionOf(org: Org, { events, receivedAt }: ReceivedEvents): RawBuilder<unknown> {
  const seqs = sql`unnest(${int8Array(events.map(({ seq }) => seq))}::int8[])`;
  const values = { orgId: org.orgId, ...columnsOf(events) };
  return insertion(values, { receivedAt: sql`${receivedAt}`, seqs, from: sql`` });
}

/**
 * Like `insertionOf`, with the CTE `entered`, which has the numbers and the instant; stores nothing if that
 * has no row. An event's number is the first number plus its index.
 */
export function insertionOfEntered({
  indexes,
  ...values
}: Values<'orgId' | 'indexes' | Column>): RawBuilder<unknown> {
  const seqs = sql`entered.first_seq + unnest(${indexes}::int4[])`;
  return insertion(values, { receivedAt: sql`entered.now`, seqs, from: sql`from entered` });
}

type Column = 'timestamps' | 'contextIds' | 'codes' | 'eventIds' | 'vals' | 'units' | 'details';

/** Columns of events, as binary arrays. */
export function columnsOf(events: readonly NewEvent[]): Record<Column, Buffer> {
  return { ...outcomesOf(events), eventIds: eventIdArray(events.map(({ eventId }) => eventId)) };
}

/** The columns that re-processing can change. */
function outcomesOf(events: readonly NewEvent[]): Record<Exclude<Column, 'eventIds'>, Buffer> {
  return {
    timestamps: timestampArray(events.map(({ timestamp }) => timestamp)),
    contextIds: int4Array(events.map(({ contextId }) => contextId)),
    codes: int2Array(events.map(({ status }) => codeOf(status))),
    vals: textArray(events.map(({ packed }) => packed.vals)),
    units: textArray(events.map(({ packed }) => packed.units)),
    details: textArray(events.map(({ packed: { detail } }) => printDetail(detail))),
  };
}

function insertion(
  values: Values<'orgId' | Column>,
  { receivedAt, seqs, from }: Record<'receivedAt' | 'seqs' | 'from', RawBuilder<unknown>>,
): RawBuilder<unknown> {
  return sql`
    insert into events (org_id, received_at, event_time, seq, context_id, status, event_id, vals, units,
      detail)
    select ${values.orgId}, ${receivedAt}, unnest(${values.timestamps}::timestamptz[]), ${seqs},
      unnest(${values.contextIds}::int4[]), unnest(${values.codes}::int2[]),
      unnest(${values.eventIds}::bytea[]), unnest(${values.vals}::text[]), unnest(${values.units}::text[]),
      unnest(${values.details}::text[]) ${from}`;
}

/** Replaces the outcomes of re-processed events; their time of receipt stays. */
export async function updateOutcomes(tx: Tx, org: Org, events: readonly NewEvent[]): Promise<void> {
  if (events.length === 0) return;
  const { timestamps, contextIds, codes, vals, units, details } = outcomesOf(events);
  await sql`
    update events e set event_time = sent.event_time, context_id = sent.context_id,
      status = sent.status, vals = sent.vals, units = sent.units, detail = sent.detail
    from unnest(${int8Array(events.map(({ seq }) => seq))}::int8[], ${timestamps}::timestamptz[],
      ${contextIds}::int4[], ${codes}::int2[], ${vals}::text[], ${units}::text[], ${details}::text[])
      as sent (seq, event_time, context_id, status, vals, units, detail)
    where e.org_id = ${org.orgId} and e.seq = sent.seq`.execute(tx);
}

function printDetail(detail: EventDetail | null): string {
  return detail ? JSON.stringify(detail) : '';
}

/** A stored event with its context. */
export interface EventRow extends Pick<EventContext, 'schemaName' | 'accountId' | 'customerId' | 'facts'> {
  seq: number;
  eventId: string | null;
  eventTime: Temporal.Instant;
  receivedAt: Temporal.Instant;
  status: EventStatus;
  vals: string;
  units: string;
  detail: EventDetail;
}

/** The columns of an event `e` and its context `c`, as `readEventRow` takes them. */
export const EVENT_COLUMNS = sql`e.seq, e.event_id, e.event_time, e.received_at, e.status, e.vals, e.units,
  e.detail, c.schema_name, c.account_id, c.customer_id, c.facts`;
export type StoredEventRow = Omit<EventRow, 'eventId' | 'status' | 'detail'> & {
  eventId: Buffer;
  status: number;
  detail: string;
};

/**
 * Joins events `e` and their contexts `c` by event number, row by row; `offset 0` prevents the planner from
 * reordering this. For a table that has grown and has no statistics yet, the planner assumes a small size and
 * would join the events of each context first: all 100,000 for each of 51 numbers, 3 seconds a page.
 */
export function withStored(org: Org, number: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    cross join lateral (
      select * from events where org_id = ${org.orgId} and seq = ${number} offset 0) as e
    cross join lateral (
      select * from event_contexts where org_id = ${org.orgId} and context_id = e.context_id offset 0) as c`;
}

export function readEventRow(row: StoredEventRow): EventRow {
  return {
    ...row,
    eventId: decodeEventId(row.eventId),
    status: statusOf(row.status),
    detail: row.detail === '' ? {} : (JSON.parse(row.detail) as EventDetail),
  };
}

/** Event ids in the order of the numbers; for an event without an id, the one assigned by the platform. */
export async function listEventIds(tx: Tx, org: Org, numbers: readonly number[]): Promise<string[]> {
  const rows = await listEventsByNumber(tx, org, numbers);
  return rows.toSorted((a, b) => a.seq - b.seq).map(({ eventId, seq }) => eventId ?? referenceOf(seq));
}

/** Events by their numbers, in any order. */
export async function listEventsByNumber(
  tx: Tx,
  org: Org,
  numbers: readonly number[],
  { isLocked = false } = {},
): Promise<EventRow[]> {
  if (numbers.length === 0) return [];
  const lock: RawBuilder<unknown> = isLocked ? sql`order by e.seq for update of e` : sql``;
  const { rows } = await sql<StoredEventRow>`
    select ${EVENT_COLUMNS} from events e
    join event_contexts c on c.org_id = e.org_id and c.context_id = e.context_id
    where e.org_id = ${org.orgId} and e.seq = any(${int8Array(numbers)}::int8[]) ${lock}`.execute(tx);
  return mapInTurns(rows, readEventRow);
}
