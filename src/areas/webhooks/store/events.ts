import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { OutboxEvent } from '#platform/db/outbox.ts';
import { findPage } from '#platform/db/page.ts';
import type { ListSpec, PageRequest } from '#platform/http/list.ts';
import type { Org } from '#platform/http/operation.ts';
import type { MessageEvent } from '../message.ts';

export const eventList: ListSpec = {
  maxPageSize: 100,
  defaultPageSize: 20,
  filters: {
    type: { column: 'type', kind: 'text' },
    resource_id: { column: 'resource_id', kind: 'text' },
  },
  searchable: {},
  sortable: {
    timestamp: { column: 'at', kind: 'instant' },
    id: { column: 'id', kind: 'text' },
  },
  defaultSort: [
    ['timestamp', 'DESC'],
    ['id', 'ASC'],
  ],
  tieBreaker: 'id',
};

const SHOWN = ['id', 'type', 'kind', 'resourceId', 'sequence', 'at', 'object', 'previous'] as const;

export interface NewEvent {
  event: OutboxEvent;
  id: string;
  patterns: readonly string[];
  previous: string | null;
}

/** The rest of the transaction sees the rows of the whole organization. */
export async function leavePortal(tx: Tx): Promise<void> {
  await sql`select set_config('app.portal_accounts', '', true)`.execute(tx);
}

/**
 * Stores events with the next sequence numbers of their resources, and returns the ids of those that an
 * endpoint subscribes to. Locks the counters in key order, so that two transactions with events of the same
 * resources do not deadlock.
 */
export async function insertEvents(
  tx: Tx,
  org: Org,
  { events, createdAt }: { events: readonly NewEvent[]; createdAt: Temporal.Instant },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with published as (
      select * from unnest(${events.map(({ id }) => id)}::text[],
        ${events.map(({ event }) => event.type)}::text[], ${events.map(({ event }) => event.kind)}::text[],
        ${events.map(({ event }) => event.id)}::text[],
        ${events.map(({ event }) => event.at.toString())}::timestamptz[],
        ${events.map(({ previous }) => previous)}::text[],
        ${events.map(({ patterns }) => JSON.stringify(patterns))}::jsonb[])
        with ordinality as t (id, type, kind, resource_id, at, previous, patterns, ordinal)),
    counted as (
      insert into event_sequences (org_id, kind, resource_id, last)
      select ${org.orgId}, kind, resource_id, count(*) from published
      group by kind, resource_id order by kind, resource_id
      on conflict (org_id, kind, resource_id) do update set last = event_sequences.last + excluded.last
      returning kind, resource_id, last),
    stored as (
      insert into webhook_events (org_id, id, type, kind, resource_id, sequence, at, previous, created_at)
      select ${org.orgId}, published.id, type, kind, resource_id,
        last - count(*) over of_thing + row_number() over (of_thing order by ordinal),
        at, previous, ${createdAt}
      from published join counted using (kind, resource_id)
      window of_thing as (partition by kind, resource_id))
    select id from published where exists (
      select from webhook_endpoints e where e.org_id = ${org.orgId} and e.status = 'ACTIVE'
        and e.types && array(select jsonb_array_elements_text(patterns)))
    order by ordinal`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Stores the resources of events, as JSON text. */
export async function setObjects(
  tx: Tx,
  org: Org,
  objects: readonly { id: string; object: string }[],
): Promise<void> {
  if (objects.length === 0) return;
  await sql`
    update webhook_events e set object = read.object
    from unnest(${objects.map(({ id }) => id)}::text[], ${objects.map(({ object }) => object)}::text[])
      as read (id, object)
    where e.org_id = ${org.orgId} and e.id = read.id`.execute(tx);
}

export async function findEvent(tx: Tx, org: Org, id: string): Promise<MessageEvent | null> {
  const query = tx
    .selectFrom('webhookEvents')
    .select(SHOWN)
    .where('orgId', '=', org.orgId)
    .where('id', '=', id);
  return (await query.executeTakeFirst()) ?? null;
}

export function listEvents(tx: Tx, org: Org, page: PageRequest) {
  const build = () =>
    tx
      .selectFrom('webhookEvents')
      .select(['id', 'type', 'kind', 'resourceId', 'sequence', 'at'])
      .where('orgId', '=', org.orgId);
  return findPage({ tx, parameters: [org.orgId], build }, page);
}

/** Deletes events before an instant with their deliveries. Returns their number. */
export async function deleteOldEvents(
  tx: Tx,
  org: Org,
  old: { before: Temporal.Instant; limit: number },
): Promise<number> {
  const result = await sql`
    delete from webhook_events where org_id = ${org.orgId} and id = any(array(
      select id from webhook_events where org_id = ${org.orgId} and created_at < ${old.before}
      order by created_at limit ${old.limit}))`.execute(tx);
  return Number(result.numAffectedRows ?? 0);
}
