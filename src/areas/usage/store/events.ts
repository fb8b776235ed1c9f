import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import { findPage } from '#platform/db/page.ts';
import type { ListSpec, PageRequest } from '#platform/http/list.ts';
import type { Org } from '#platform/http/operation.ts';
import type { Outcome, TimedEvent } from '../event.ts';
import { EVENT_CLASSES, EVENT_STATUSES } from '../statuses.ts';
import type { EventsTable } from '../tables.ts';

export const eventList: ListSpec = {
  maxPageSize: 50,
  defaultPageSize: 50,
  filters: {
    status: { column: 'status', kind: 'enum', values: [...EVENT_CLASSES, ...EVENT_STATUSES] },
    account_id: { column: 'account_id', kind: 'text' },
    schema_name: { column: 'schema_name', kind: 'text' },
  },
  searchable: {},
  // Time-sortable ids: their order is the order of creation, and the primary key has it.
  sortable: { reference_id: { column: 'reference_id', kind: 'uuid' } },
  defaultSort: [['reference_id', 'DESC']],
  tieBreaker: 'reference_id',
};

const SHOWN = [
  'referenceId',
  'eventId',
  'schemaName',
  'accountRef',
  'customerId',
  'eventTime',
  'receivedAt',
  'attributes',
  'dimensions',
  'status',
  'statusDescription',
  'sourceType',
  'sourceId',
  'pipeline',
] as const;
export type EventRow = Pick<EventsTable, (typeof SHOWN)[number]>;

/** A received event with what became of it, ready to be stored. */
export interface NewEvent extends TimedEvent {
  referenceId: string;
  eventId: string | null;
  schemaName: string;
  accountId: string;
  attributes: EventsTable['attributes'];
  dimensions: EventsTable['dimensions'];
  outcome: Outcome;
}

const MAX_DESCRIPTION = 250;
/** An id that was resent very often: this many of its occurrences are shown. */
const MAX_OCCURRENCES = 100;

/**
 * One document for the whole batch: of the bulk shapes measured, the fastest that carries JSON columns. The
 * events were received at one instant from one source.
 */
export async function insertEvents(
  tx: Tx,
  org: Org,
  batch: {
    events: readonly NewEvent[];
    receivedAt: Temporal.Instant;
    source: { type: string; id: string };
  },
): Promise<void> {
  const rows = batch.events.map((event) => ({
    reference_id: event.referenceId,
    event_id: event.eventId,
    schema_name: event.schemaName,
    account_ref: event.accountId,
    event_time: event.eventTime,
    attributes: event.attributes,
    dimensions: event.dimensions,
    ...outcomeColumns(event.outcome),
  }));
  await sql`
    insert into events (org_id, reference_id, event_id, schema_name, account_ref, account_id, customer_id,
      event_time, received_at, attributes, dimensions, status, status_description, source_type, source_id,
      pipeline)
    select ${org.orgId}, reference_id, event_id, schema_name, account_ref, account_id, customer_id,
      event_time, ${batch.receivedAt}, attributes, dimensions, status, status_description,
      ${batch.source.type}, ${batch.source.id}, pipeline
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as sent (reference_id uuid, event_id text,
      schema_name text, account_ref text, account_id text, customer_id text, event_time timestamptz,
      attributes jsonb, dimensions jsonb, status text, status_description text, pipeline jsonb)`.execute(tx);
}

/** Replaces what became of events that were processed again; when they were received stays as it was. */
export async function updateOutcomes(
  tx: Tx,
  org: Org,
  events: readonly { referenceId: string; outcome: Outcome }[],
): Promise<void> {
  if (events.length === 0) return;
  const rows = events.map(({ referenceId, outcome }) => ({
    reference_id: referenceId,
    ...outcomeColumns(outcome),
  }));
  await sql`
    update events e set status = sent.status, status_description = sent.status_description,
      account_id = sent.account_id, customer_id = sent.customer_id, pipeline = sent.pipeline
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as sent (reference_id uuid, account_id text,
      customer_id text, status text, status_description text, pipeline jsonb)
    where e.org_id = ${org.orgId} and e.reference_id = sent.reference_id`.execute(tx);
}

function outcomeColumns({ status, description, accountId, customerId, pipeline }: Outcome) {
  const statusDescription = description && [...description].slice(0, MAX_DESCRIPTION).join('');
  return {
    account_id: accountId,
    customer_id: customerId,
    status,
    status_description: statusDescription,
    pipeline,
  };
}

export function listEvents(tx: Tx, org: Org, page: PageRequest) {
  const build = () => tx.selectFrom('events').select(SHOWN).where('orgId', '=', org.orgId);
  return findPage({ tx, parameters: [org.orgId], build }, page);
}

/** The newest occurrences of an event id, always with the accepted one, newest first. */
export async function listOccurrences(tx: Tx, org: Org, eventId: string): Promise<EventRow[]> {
  const ofId = () =>
    tx.selectFrom('events').select(SHOWN).where('orgId', '=', org.orgId).where('eventId', '=', eventId);
  const [newest, accepted] = await Promise.all([
    ofId().orderBy('referenceId', 'desc').limit(MAX_OCCURRENCES).execute(),
    ofId()
      .where('referenceId', 'in', (keys) =>
        keys
          .selectFrom('eventKeys')
          .select('referenceId')
          .where('orgId', '=', org.orgId)
          .where('eventId', '=', eventId),
      )
      .execute(),
  ]);
  const isShown = new Set(newest.map(({ referenceId }) => referenceId));
  return [...newest, ...accepted.filter(({ referenceId }) => !isShown.has(referenceId))];
}

/** Names of price plans, for what an event's pipeline shows. */
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
