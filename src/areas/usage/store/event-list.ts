import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { ListSpec, PageRequest } from '#platform/http/list.ts';
import type { Org } from '#platform/http/operation.ts';
import { invalidNextToken } from '#platform/problem.ts';
import { codeOf } from '../status-codes.ts';
import {
  EVENT_STATUSES,
  type EventStatus,
  STATUS_GROUPS,
  type StatusGroup,
  statusesOf,
} from '../statuses.ts';
import { type EventRow, readEventRow } from './events.ts';
import { findRows, type RequestedEvents } from './find-events.ts';

export const eventList: ListSpec = {
  maxPageSize: 50,
  defaultPageSize: 50,
  filters: {
    status: { column: 'e.status', kind: 'enum', values: [...STATUS_GROUPS, ...EVENT_STATUSES] },
    account_id: { column: 'c.account_id', kind: 'text' },
    schema_name: { column: 'c.schema_name', kind: 'text' },
  },
  searchable: {},
  // References ascend with the numbers in them, so the primary key provides the order.
  sortable: { reference_id: { column: 'e.seq', kind: 'number' } },
  defaultSort: [['reference_id', 'DESC']],
  tieBreaker: 'reference_id',
};

/** A page of events, newest first by default. */
export async function listEvents(
  tx: Tx,
  org: Org,
  page: PageRequest,
): Promise<{ rows: EventRow[]; nextToken: string | null }> {
  const found = await findRows(tx, org, readRequested(page));
  const shown = found.slice(0, page.pageSize);
  const last = shown.at(-1);
  const nextToken = found.length > shown.length && last ? page.tokenAfter([String(last.seq)]) : null;
  return { rows: shown.map(readEventRow), nextToken };
}

/** The newest events of a schema, whatever became of them. */
export async function listNewestEvents(
  tx: Tx,
  org: Org,
  { schemaName, limit }: { schemaName: string; limit: number },
): Promise<EventRow[]> {
  const found = await findRows(tx, org, {
    ...{ codes: null, accountIds: null, schemaNames: [schemaName], beyond: sql`` },
    ...{ direction: sql`desc`, limit },
  });
  return found.map(readEventRow);
}

function readRequested(page: PageRequest): RequestedEvents {
  const isDescending = page.sort[0]?.[1] === 'DESC';
  const [after] = page.after ?? [];
  // Rejects tokens of releases whose references did not contain numbers.
  if (after !== undefined && !/^\d{1,16}$/.test(after)) throw invalidNextToken();
  const names = valuesOf(page, 'status') as (StatusGroup | EventStatus)[][] | null;
  const codes = names?.map((each) => [...new Set(each.flatMap(statusesOf).map(codeOf))]);
  const border = Number(after);
  const beyond = isDescending ? sql`and e.seq < ${border}::int8` : sql`and e.seq > ${border}::int8`;
  return {
    codes: codes ? inAll(codes) : null,
    accountIds: inAllOrNull(valuesOf(page, 'account_id')),
    schemaNames: inAllOrNull(valuesOf(page, 'schema_name')),
    beyond: after === undefined ? sql`` : beyond,
    direction: isDescending ? sql`desc` : sql`asc`,
    limit: page.pageSize + 1,
  };
}

/** The values of each occurrence of a filter. */
function valuesOf(page: PageRequest, name: string): string[][] | null {
  const given = page.filters[name];
  return given ? given.map((values) => JSON.parse(values.slice('in:'.length)) as string[]) : null;
}

function inAllOrNull(lists: string[][] | null): string[] | null {
  return lists && inAll(lists);
}

/** Repeated filters are combined with AND. */
function inAll<T>(lists: readonly T[][]): T[] {
  const [first = [], ...others] = lists;
  return first.filter((value) => others.every((list) => list.includes(value)));
}
