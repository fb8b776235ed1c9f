import { type SelectQueryBuilder, sql } from 'kysely';
import { int8ArrayOf } from '#platform/db/binary-arrays.ts';
import type { Tx } from '#platform/db/database.ts';
import { findPage } from '#platform/db/page.ts';
import type { Tables } from '#platform/db/tables.ts';
import type { ListSpec, PageRequest } from '#platform/http/list.ts';
import type { Org } from '#platform/http/operation.ts';
import { encodeEventId, keysOf } from '../event-ids.ts';
import { codeOf } from '../status-codes.ts';
import { EVENT_CLASSES, EVENT_STATUSES, type EventClass, type EventStatus, statusesOf } from '../statuses.ts';
import { EVENT_COLUMNS, type EventRow, readEventRow, type StoredEventRow } from './events.ts';

export const eventList: ListSpec = {
  maxPageSize: 50,
  defaultPageSize: 50,
  filters: {
    status: { column: 'e.status', kind: 'enum', values: [...EVENT_CLASSES, ...EVENT_STATUSES] },
    account_id: { column: 'c.account_id', kind: 'text' },
    schema_name: { column: 'c.schema_name', kind: 'text' },
  },
  searchable: {},
  // References ascend with the numbers that are in them: the primary key has the order.
  sortable: { reference_id: { column: 'e.seq', kind: 'number' } },
  defaultSort: [['reference_id', 'DESC']],
  tieBreaker: 'reference_id',
};

export async function listEvents(
  tx: Tx,
  org: Org,
  page: PageRequest,
): Promise<{ rows: EventRow[]; nextToken: string | null }> {
  // Aliases of tables are outside what the page's types know.
  const build = () =>
    tx
      .selectFrom('events as e')
      .innerJoin('eventContexts as c', (join) =>
        join.onRef('c.orgId', '=', 'e.orgId').onRef('c.contextId', '=', 'e.contextId'),
      )
      .select([
        'e.seq',
        'e.eventId',
        'e.eventTime',
        'e.receivedAt',
        'e.status',
        'e.vals',
        'e.units',
        'e.detail',
      ])
      .select(['c.schemaName', 'c.accountId', 'c.customerId', 'c.facts'])
      .where('e.orgId', '=', org.orgId) as unknown as SelectQueryBuilder<Tables, 'events', StoredEventRow>;
  const found = await findPage({ tx, parameters: [org.orgId], build }, withCodes(page));
  return { rows: found.rows.map(readEventRow), nextToken: found.nextToken };
}

/** Classes become the codes of the statuses in them. The token keeps what was asked for. */
function withCodes(page: PageRequest): PageRequest {
  const status = page.filters.status?.map((condition) => {
    const names = JSON.parse(condition.slice(condition.indexOf(':') + 1)) as (EventClass | EventStatus)[];
    return `in:${JSON.stringify(names.flatMap(statusesOf).map(codeOf))}`;
  });
  return status ? { ...page, filters: { ...page.filters, status } } : page;
}

/** An id that was resent very often: this many of its occurrences are shown. */
const MAX_OCCURRENCES = 100;

/**
 * The newest occurrences of an event id, always with the accepted one, newest first. The accepted one is
 * found by its key, or, when its time is over, by the index that old partitions have; all others by an index
 * of what was not processed.
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
    select ${EVENT_COLUMNS} from numbers n
    join events e on e.org_id = ${org.orgId} and e.seq = n.seq and e.event_id = ${id}
    join event_contexts c on c.org_id = e.org_id and c.context_id = e.context_id
    order by e.seq desc`.execute(tx);
  const accepted = rows.findIndex(({ status }) => status <= 3);
  const shown = rows.filter((_, i) => i < MAX_OCCURRENCES || i === accepted);
  return shown.map(readEventRow);
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
