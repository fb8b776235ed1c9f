import { CompiledQuery, type Expression, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import { startOfDay } from '#core/period-zone.ts';
import type { ListSpec, PageRequest } from '../http/list.ts';
import type { FilterField } from '../http/list-filters.ts';
import type { Tx } from './database.ts';
import { type Stretch, sortKey, stretchesOf } from './page-stretches.ts';
import type { Tables } from './tables.ts';

/** One page of rows, and the token of the next page. */
export interface Page<Row> {
  rows: Row[];
  nextToken: string | null;
}

export interface PageOptions {
  /** The organization's time zone, for lists with filters by local day. */
  timeZone?: string;
}

/** A list query that is built only when its statement is not cached. */
export interface LazyQuery<TB extends keyof Tables, Row extends object> {
  tx: Tx;
  /** The values in the query, in order of appearance. */
  parameters: readonly unknown[];
  build(): SelectQueryBuilder<Tables, TB, Row>;
}

/**
 * Runs a list query as one keyset page: filters, search and order of the request, and one extra row to detect
 * a further page. Rows inserted before the cursor never shift a page.
 */
export async function findPage<TB extends keyof Tables, Row extends object>(
  query: SelectQueryBuilder<Tables, TB, Row> | LazyQuery<TB, Row>,
  page: PageRequest,
  options: PageOptions = {},
): Promise<Page<Row>> {
  const isPlain = page.search === null && Object.keys(page.filters).length === 0;
  const found: Row[] = [];
  for (const stretch of stretchesOf(page)) {
    const limit = page.pageSize + 1 - found.length;
    if (limit === 0) break;
    const rows =
      'build' in query && isPlain
        ? await readKnownStretch(query, page, { stretch, limit })
        : await stretchQuery('build' in query ? query.build() : query, page, {
            ...options,
            stretch,
            limit,
          }).execute();
    found.push(...(rows as Row[]));
  }
  return cutPage(found, page);
}

interface StretchOptions extends PageOptions {
  stretch: Stretch;
  limit: number;
}

function stretchQuery<TB extends keyof Tables, Row extends object>(
  query: SelectQueryBuilder<Tables, TB, Row>,
  page: PageRequest,
  { stretch, limit, ...options }: StretchOptions,
): SelectQueryBuilder<Tables, TB, Row> {
  let rows = query;
  for (const condition of filterConditions(page, options)) rows = rows.where(condition);
  if (stretch.condition) rows = rows.where(stretch.condition);
  for (const [name, direction] of page.sort)
    rows = rows.orderBy(sortKey(page, name), direction === 'ASC' ? 'asc' : 'desc');
  return rows.limit(limit);
}

const knownTexts = new WeakMap<ListSpec, Map<string, string>>();

/**
 * A page without conditions is requested very often: building and compiling its statement took a seventh of
 * the request, so the text is cached per list and order. Only the values differ; before a text is cached, a
 * check makes sure that no other values are in it.
 */
async function readKnownStretch<TB extends keyof Tables, Row extends object>(
  query: LazyQuery<TB, Row>,
  page: PageRequest,
  { stretch, limit }: StretchOptions,
): Promise<unknown[]> {
  const texts = knownTexts.get(page.spec) ?? new Map<string, string>();
  knownTexts.set(page.spec, texts);
  const name = `${page.sort.join()} ${stretch.name}`;
  const parameters = [...query.parameters, ...stretch.values, limit];
  const known = texts.get(name);
  if (known !== undefined) return (await query.tx.executeQuery(CompiledQuery.raw(known, parameters))).rows;
  const compiled = stretchQuery(query.build(), page, { stretch, limit }).compile();
  const isComplete = parameters.every((value, i) => compiled.parameters[i] === value);
  if (!isComplete || compiled.parameters.length !== parameters.length)
    throw new Error('the values of a lazy list query differ from the values that it was built with');
  texts.set(name, compiled.sql);
  return (await query.tx.executeQuery(compiled)).rows;
}

function cutPage<Row extends object>(found: Row[], page: PageRequest): Page<Row> {
  const shown = found.slice(0, page.pageSize);
  const last = shown.at(-1);
  return {
    rows: shown,
    nextToken: found.length > shown.length && last ? page.tokenAfter(sortValues(page, last)) : null,
  };
}

/** The conditions of a request, which hold for each of its pages. */
export function* filterConditions(page: PageRequest, options: PageOptions): Generator<Expression<SqlBool>> {
  for (const [name, values] of Object.entries(page.filters)) {
    const field = page.spec.filters[name];
    if (field) for (const value of values) yield filterCondition(field, value, options);
  }
  if (page.search !== null) yield searchCondition(page, page.search);
}

function filterCondition(field: FilterField, stored: string, options: PageOptions): Expression<SqlBool> {
  const at = stored.indexOf(':');
  const value = stored.slice(at + 1);
  if (field.kind === 'day' && !value.includes('T'))
    return dayCondition(field.column, { operator: stored.slice(0, at), day: value, ...options });
  const column = sql.ref(field.column);
  switch (stored.slice(0, at)) {
    case 'in':
      if (field.kind === 'enum' && field.conditions)
        return anyOf((JSON.parse(value) as string[]).map((each) => field.conditions?.[each]));
      if (field.kind === 'member') return sql<SqlBool>`${column} && ${JSON.parse(value) as string[]}::text[]`;
      return sql<SqlBool>`${column} = any(${JSON.parse(value) as string[]})`;
    case 'gt':
      return sql<SqlBool>`${column} > ${value}`;
    case 'gte':
      return sql<SqlBool>`${column} >= ${value}`;
    case 'lt':
      return sql<SqlBool>`${column} < ${value}`;
    case 'lte':
      return sql<SqlBool>`${column} <= ${value}`;
    default:
      return sql<SqlBool>`${column} = ${value}`;
  }
}

function anyOf(conditions: readonly (Expression<SqlBool> | undefined)[]): Expression<SqlBool> {
  const known = conditions.filter((condition) => condition !== undefined);
  return sql<SqlBool>`(${sql.join(known, sql` or `)})`;
}

/** A local day is the range from its start to the start of the next day. */
function dayCondition(
  name: string,
  requested: PageOptions & { operator: string; day: string },
): Expression<SqlBool> {
  const { operator, timeZone } = requested;
  if (timeZone === undefined) throw new Error(`the filter by days of ${name} needs a time zone`);
  const day = Temporal.PlainDate.from(requested.day);
  const [column, start] = [sql.ref(name), startOfDay(day, timeZone)];
  const end = startOfDay(day.add({ days: 1 }), timeZone);
  switch (operator) {
    case 'gt':
      return sql<SqlBool>`${column} >= ${end}`;
    case 'gte':
      return sql<SqlBool>`${column} >= ${start}`;
    case 'lt':
      return sql<SqlBool>`${column} < ${start}`;
    case 'lte':
      return sql<SqlBool>`${column} < ${end}`;
    default:
      return sql<SqlBool>`(${column} >= ${start} and ${column} < ${end})`;
  }
}

function searchCondition(page: PageRequest, search: string): Expression<SqlBool> {
  const field = /^([a-z_]+):/.exec(search)?.[1];
  const text = field ? search.slice(field.length + 1).trim() : search;
  const columns = field ? [page.spec.searchable[field] ?? field] : Object.values(page.spec.searchable);
  const pattern = `%${text.toLowerCase().replace(/[\\%_]/g, (char) => `\\${char}`)}%`;
  return sql<SqlBool>`(${sql.join(
    columns.map((column) => sql`folded(${sql.ref(column)}) like ${pattern}`),
    sql` or `,
  )})`;
}

function sortValues(page: PageRequest, row: object): string[] {
  const members = row as Record<string, unknown>;
  return page.sort.map(([name]) => String(members[camelCase(page.spec.sortable[name]?.column ?? name)]));
}

function camelCase(column: string): string {
  const name = column.slice(column.lastIndexOf('.') + 1);
  return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
