import { type Selectable, sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import { enqueueJob } from '#platform/db/enqueue-job.ts';
import type { Addressed } from '#platform/db/outbox.ts';
import { findPage } from '#platform/db/page.ts';
import type { ListSpec, PageRequest } from '#platform/http/list.ts';
import type { Org } from '#platform/http/operation.ts';
import type { WebhookAttemptsTable, WebhookDeliveriesTable } from '../tables.ts';

/** The queue task that wakes the delivery of an organization. */
export const DELIVER_WEBHOOKS = 'deliver_webhooks';

export type DeliveryRow = Selectable<WebhookDeliveriesTable>;
export type AttemptRow = WebhookAttemptsTable;

export const deliveryList: ListSpec = {
  maxPageSize: 50,
  defaultPageSize: 20,
  filters: {
    status: {
      column: 'webhook_deliveries.status',
      kind: 'enum',
      values: ['PENDING', 'RETRYING', 'DELIVERED', 'FAILED'],
    },
    event_id: { column: 'webhook_deliveries.event_id', kind: 'text' },
  },
  searchable: {},
  sortable: {
    created_at: { column: 'webhook_deliveries.created_at', kind: 'instant' },
    event_id: { column: 'webhook_deliveries.event_id', kind: 'text' },
  },
  defaultSort: [
    ['created_at', 'DESC'],
    ['event_id', 'ASC'],
  ],
  tieBreaker: 'event_id',
};

/**
 * One delivery for each event and endpoint that subscribes to it or that the event addresses, and only one if
 * both hold; the caller wakes the deliverer.
 */
export async function enqueueDeliveries(
  tx: Tx,
  org: Org,
  published: {
    events: readonly { id: string; patterns: readonly string[] }[];
    addressed: readonly (Addressed & { eventId: string })[];
    now: Temporal.Instant;
  },
): Promise<void> {
  const { events, addressed, now } = published;
  await sql`
    insert into webhook_deliveries
      (org_id, endpoint_id, event_id, text, status, next_attempt_at, created_at, updated_at)
    select ${org.orgId}, endpoint_id, event_id, text, 'PENDING', ${now}, ${now}, ${now} from (
      select e.id as endpoint_id, published.id as event_id, null as text
      from unnest(${events.map(({ id }) => id)}::text[],
        ${events.map(({ patterns }) => JSON.stringify(patterns))}::jsonb[]) as published (id, patterns)
      join webhook_endpoints e on e.org_id = ${org.orgId} and e.status = 'ACTIVE'
        and e.types && array(select jsonb_array_elements_text(published.patterns))
      union
      select e.id, named.event_id, named.text
      from unnest(${addressed.map(({ endpointId }) => endpointId)}::text[],
        ${addressed.map(({ eventId }) => eventId)}::text[],
        ${addressed.map(({ text }) => text)}::text[]) as named (endpoint_id, event_id, text)
      join webhook_endpoints e on e.org_id = ${org.orgId} and e.id = named.endpoint_id
        and e.status = 'ACTIVE') as receiving`.execute(tx);
}

/** One event to one endpoint, whatever it subscribes to. */
export async function enqueueDelivery(
  tx: Tx,
  org: Org,
  made: { endpointId: string; eventId: string; now: Temporal.Instant },
): Promise<void> {
  const { endpointId, eventId, now } = made;
  await sql`
    insert into webhook_deliveries
      (org_id, endpoint_id, event_id, status, next_attempt_at, created_at, updated_at)
    values (${org.orgId}, ${endpointId}, ${eventId}, 'PENDING', ${now}, ${now}, ${now})`.execute(tx);
  await wakeDeliverer(tx, org);
}

/** At the commit, or at an instant of real time. */
export async function wakeDeliverer(tx: Tx, org: Org, at: Temporal.Instant | null = null): Promise<void> {
  await enqueueJob(tx, org, { task: DELIVER_WEBHOOKS, at });
}

export async function findDelivery(
  tx: Tx,
  org: Org,
  key: { endpointId: string; eventId: string },
): Promise<DeliveryRow | null> {
  return (await deliveryBy(tx, org, key).executeTakeFirst()) ?? null;
}

export async function lockDelivery(
  tx: Tx,
  org: Org,
  key: { endpointId: string; eventId: string },
): Promise<DeliveryRow | null> {
  return (await deliveryBy(tx, org, key).forUpdate().executeTakeFirst()) ?? null;
}

function deliveryBy(tx: Tx, org: Org, { endpointId, eventId }: { endpointId: string; eventId: string }) {
  return tx
    .selectFrom('webhookDeliveries')
    .selectAll()
    .where('orgId', '=', org.orgId)
    .where('endpointId', '=', endpointId)
    .where('eventId', '=', eventId);
}

export function listDeliveries(tx: Tx, org: Org, requested: { endpointId: string; page: PageRequest }) {
  const query = tx
    .selectFrom('webhookDeliveries')
    .selectAll()
    .where('orgId', '=', org.orgId)
    .where('endpointId', '=', requested.endpointId);
  return findPage(query, requested.page);
}

/** The types of events, by event id. */
export async function listTypes(tx: Tx, org: Org, eventIds: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; type: string }>`
    select id, type from webhook_events where org_id = ${org.orgId} and id = any(${[...eventIds]})`.execute(
    tx,
  );
  return new Map(rows.map(({ id, type }) => [id, type]));
}

/** The last attempts of each delivery, newest first. */
export async function listAttempts(
  tx: Tx,
  org: Org,
  requested: { endpointId: string; eventIds: readonly string[]; max: number },
): Promise<AttemptRow[]> {
  const { rows } = await sql<AttemptRow>`
    select tried.* from unnest(${[...requested.eventIds]}::text[]) as wanted (event_id)
    cross join lateral (
      select * from webhook_attempts a
      where a.org_id = ${org.orgId} and a.endpoint_id = ${requested.endpointId}
        and a.event_id = wanted.event_id
      order by number desc limit ${requested.max}) as tried`.execute(tx);
  return rows;
}

/** Restarts the delivery with all retries. */
export async function restartDelivery(
  tx: Tx,
  org: Org,
  again: { endpointId: string; eventId: string; now: Temporal.Instant },
): Promise<DeliveryRow> {
  const row = await tx
    .updateTable('webhookDeliveries')
    .set({ status: 'PENDING', failures: 0, nextAttemptAt: again.now, lease: null, updatedAt: again.now })
    .where('orgId', '=', org.orgId)
    .where('endpointId', '=', again.endpointId)
    .where('eventId', '=', again.eventId)
    .returningAll()
    .executeTakeFirstOrThrow();
  await wakeDeliverer(tx, org);
  return row;
}

/** Gives up deliveries that wait since before an instant and that nobody is sending; returns their number. */
export async function discardDeliveries(
  tx: Tx,
  org: Org,
  { before, limit }: { before: Temporal.Instant; limit: number },
): Promise<number> {
  const result = await sql`
    update webhook_deliveries d set status = 'FAILED', next_attempt_at = null, lease = null,
      updated_at = clock_timestamp()
    from (
      select endpoint_id, event_id from webhook_deliveries
      where org_id = ${org.orgId} and next_attempt_at is not null and created_at < ${before}
        and (lease is null or next_attempt_at <= clock_timestamp())
      limit ${limit} for update skip locked) as old
    where d.org_id = ${org.orgId} and d.endpoint_id = old.endpoint_id and d.event_id = old.event_id`.execute(
    tx,
  );
  return Number(result.numAffectedRows ?? 0);
}

/**
 * Sends events of a time range to an endpoint again, or for the first time: those that it subscribes to,
 * oldest first, at most `limit`. Deliveries in progress continue. Returns the number of events, and the last
 * of them.
 */
export async function replayEvents(
  tx: Tx,
  org: Org,
  requested: {
    endpointId: string;
    from: Temporal.Instant;
    until: Temporal.Instant;
    after: string;
    now: Temporal.Instant;
    max: number;
  },
): Promise<{ count: number; lastAt: Temporal.Instant | null; lastId: string | null }> {
  const { rows } = await sql<{ count: number; lastAt: Temporal.Instant | null; lastId: string | null }>`
    with wanted as (
      select v.id, v.at from webhook_events v
      join webhook_endpoints e on e.org_id = v.org_id and e.id = ${requested.endpointId}
      where v.org_id = ${org.orgId} and (v.at, v.id collate "C") > (${requested.from}, ${requested.after})
        and v.at < ${requested.until}
        and e.types && array[v.type, split_part(v.type, '.', 1) || '.*', '*']
      order by v.at, v.id collate "C" limit ${requested.max}),
    sent as (
      insert into webhook_deliveries as d
        (org_id, endpoint_id, event_id, status, next_attempt_at, created_at, updated_at)
      select ${org.orgId}, ${requested.endpointId}, id, 'PENDING',
        ${requested.now}, ${requested.now}, ${requested.now}
      from wanted order by id
      on conflict (org_id, endpoint_id, event_id) do update
        set status = 'PENDING', failures = 0, next_attempt_at = excluded.next_attempt_at, lease = null,
          updated_at = excluded.updated_at
        where d.status in ('DELIVERED', 'FAILED'))
    select count(*)::int as count, max(at) as last_at,
      (array_agg(id order by at desc, id collate "C" desc))[1] as last_id from wanted`.execute(tx);
  await wakeDeliverer(tx, org);
  return rows[0] ?? { count: 0, lastAt: null, lastId: null };
}
