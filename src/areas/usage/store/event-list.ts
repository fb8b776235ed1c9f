import { type RawBuilder, sql } from 'kysely';
import { int2Array, int4Array } from '#platform/db/binary-arrays.ts';
import type { Tx } from '#platform/db/database.ts';
import type { ListSpec, PageRequest } from '#platform/http/list.ts';
import type { Org } from '#platform/http/operation.ts';
import { invalidNextToken } from '#platform/problem.ts';
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

/** A page of events, the newest first when nothing else is asked. */
export async function listEvents(
  tx: Tx,
  org: Org,
  page: PageRequest,
): Promise<{ rows: EventRow[]; nextToken: string | null }> {
  const found = await findRows(tx, org, readAsked(page));
  const shown = found.slice(0, page.pageSize);
  const last = shown.at(-1);
  const nextToken = found.length > shown.length && last ? page.tokenAfter([String(last.seq)]) : null;
  return { rows: shown.map(readEventRow), nextToken };
}

/** What a page asks for; null where it asks for all. */
interface Asked {
  codes: readonly number[] | null;
  accountIds: readonly string[] | null;
  schemaNames: readonly string[] | null;
  /** Condition on the number of an event `e`: beyond the page before. */
  beyond: RawBuilder<unknown>;
  order: RawBuilder<unknown>;
  limit: number;
}

function readAsked(page: PageRequest): Asked {
  const isDescending = page.sort[0]?.[1] === 'DESC';
  const [after] = page.after ?? [];
  // Tokens of releases in which references were no numbers.
  if (after !== undefined && !/^\d{1,16}$/.test(after)) throw invalidNextToken();
  const names = valuesOf(page, 'status') as (EventClass | EventStatus)[][] | null;
  const codes = names?.map((each) => [...new Set(each.flatMap(statusesOf).map(codeOf))]);
  const border = Number(after);
  const beyond = isDescending ? sql`and e.seq < ${border}::int8` : sql`and e.seq > ${border}::int8`;
  return {
    codes: codes ? inAll(codes) : null,
    accountIds: inAllOrNull(valuesOf(page, 'account_id')),
    schemaNames: inAllOrNull(valuesOf(page, 'schema_name')),
    beyond: after === undefined ? sql`` : beyond,
    order: isDescending ? sql`order by e.seq desc` : sql`order by e.seq`,
    limit: page.pageSize + 1,
  };
}

/** The values of each time a filter was given. */
function valuesOf(page: PageRequest, name: string): string[][] | null {
  const given = page.filters[name];
  return given ? given.map((values) => JSON.parse(values.slice('in:'.length)) as string[]) : null;
}

function inAllOrNull(lists: string[][] | null): string[] | null {
  return lists && inAll(lists);
}

/** A filter that is given twice means both. */
function inAll<T>(lists: readonly T[][]): T[] {
  const [first = [], ...others] = lists;
  return first.filter((value) => others.every((list) => list.includes(value)));
}

/** Contexts that are looked into one by one: each costs the probe of an index in every partition. */
const FEW = 200;
/** Of more contexts than that the newest events most likely have some: so many are read through first. */
const NEWEST_READ = 50_000;

/**
 * With 1,000 accounts and a million events, pages of an account took 2 ms, those without a filter 1 ms; a
 * join of events with their contexts in the order of the numbers took 60 ms for an account with events
 * everywhere, and read all events for one without.
 */
async function findRows(tx: Tx, org: Org, asked: Asked): Promise<StoredEventRow[]> {
  const { codes, accountIds, schemaNames, limit } = asked;
  if ([codes, accountIds, schemaNames].some((values) => values?.length === 0)) return [];
  if (!accountIds && !schemaNames) return readRows(tx, org, { ...asked, numbers: numbersOfAll(org, asked) });
  const few = await findContexts(tx, org, { ...asked, limit: FEW + 1 });
  if (few.length <= FEW) return readRows(tx, org, { ...asked, numbers: numbersOfContexts(org, asked, few) });
  const rows = await readRows(tx, org, { ...asked, numbers: numbersOfNewest(org, asked) });
  if (rows.length === limit) return rows;
  const all = await findContexts(tx, org, { ...asked, limit: null });
  return readRows(tx, org, { ...asked, numbers: numbersOfContexts(org, asked, all) });
}

/** Found first and read then: nothing of an event that is not shown is looked at. */
async function readRows(
  tx: Tx,
  org: Org,
  { numbers, order }: Asked & { numbers: RawBuilder<unknown> },
): Promise<StoredEventRow[]> {
  const { rows } = await sql<StoredEventRow>`
    select ${EVENT_COLUMNS} from (${numbers}) as n
    join events e on e.org_id = ${org.orgId} and e.seq = n.seq
    join event_contexts c on c.org_id = e.org_id and c.context_id = e.context_id
    ${order}`.execute(tx);
  return rows;
}

const METERED = codeOf('INGESTION_COMPLETED_EVENT_METERED');

/** Most events are metered; all others have an index by their status. */
function numbersOfAll(org: Org, { codes, beyond, order, limit }: Asked): RawBuilder<unknown> {
  const end = sql`${order} limit ${sql.lit(limit)}`;
  if (codes && !codes.includes(METERED))
    return sql`
      select e.seq from unnest(${int2Array(codes)}::int2[]) as asked (status) cross join lateral (
        select e.seq from events e
        where e.org_id = ${org.orgId} and e.status = asked.status and e.status <> ${sql.lit(METERED)} ${beyond}
        ${end}) as e ${end}`;
  return sql`select e.seq from events e where e.org_id = ${org.orgId} ${isAsked(codes)} ${beyond} ${end}`;
}

/** The newest of each context: an index has each context's events in their order. */
function numbersOfContexts(
  org: Org,
  { codes, beyond, order, limit }: Asked,
  contexts: readonly number[],
): RawBuilder<unknown> {
  const end = sql`${order} limit ${sql.lit(limit)}`;
  return sql`
    select e.seq from unnest(${int4Array(contexts)}::int4[]) as asked (context_id) cross join lateral (
      select e.seq from events e
      where e.org_id = ${org.orgId} and e.context_id = asked.context_id ${isAsked(codes)} ${beyond}
      ${end}) as e ${end}`;
}

function numbersOfNewest(org: Org, asked: Asked): RawBuilder<unknown> {
  const { codes, beyond, order, limit } = asked;
  return sql`
    select e.seq from (
      select e.seq, e.context_id, e.status from events e where e.org_id = ${org.orgId} ${beyond}
      ${order} limit ${sql.lit(NEWEST_READ)}) as e
    join event_contexts c on c.org_id = ${org.orgId} and c.context_id = e.context_id
    where ${isWanted(asked)} ${isAsked(codes)} ${order} limit ${sql.lit(limit)}`;
}

async function findContexts(
  tx: Tx,
  org: Org,
  asked: Omit<Asked, 'limit'> & { limit: number | null },
): Promise<number[]> {
  const { rows } = await sql<{ contextId: number }>`
    select c.context_id from event_contexts c where c.org_id = ${org.orgId} and ${isWanted(asked)}
    limit ${asked.limit}`.execute(tx);
  return rows.map(({ contextId }) => contextId);
}

/** Condition on a context `c`. */
function isWanted({
  accountIds,
  schemaNames,
}: Pick<Asked, 'accountIds' | 'schemaNames'>): RawBuilder<unknown> {
  const conditions = [
    ...(accountIds ? [sql`c.account_id = any(${accountIds})`] : []),
    ...(schemaNames ? [sql`c.schema_name = any(${schemaNames})`] : []),
  ];
  return sql.join(conditions, sql` and `);
}

/** Condition on the status of an event `e`; an index of what was not metered is used where it says so. */
function isAsked(codes: readonly number[] | null): RawBuilder<unknown> {
  if (!codes) return sql``;
  const unmetered = codes.includes(METERED) ? sql`` : sql`and e.status <> ${sql.lit(METERED)}`;
  return sql`and e.status = any(${int2Array(codes)}::int2[]) ${unmetered}`;
}
