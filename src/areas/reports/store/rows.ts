import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { CheckedFilter, CheckedQuery } from '../check-query.ts';
import { type Expression, isSame } from '../expression.ts';
import type { ColumnType } from '../sources.ts';
import { type SourceContext, sourceRows } from './sources.ts';
import { findSumming, isInTime, type Summing } from './sum-first.ts';

export interface RowsQuery extends SourceContext {
  query: CheckedQuery;
  accountId: string | null;
  /** Range `[startAt, endAt)` of the rows' time. */
  range: { startAt: Temporal.Instant; endAt: Temporal.Instant } | null;
  /** Only rows `b` of some owners, before an instant; null is unbounded. */
  first?: { isOfOwner: RawBuilder<unknown>; untilAt: Temporal.Instant | null };
}

const CHUNK = 1_000;

/**
 * The rows of a query in chunks, each cell as the text of the file or null. A cursor reads all of them from
 * one snapshot with only a chunk in memory. The caller enforces the time limit.
 */
export async function* readRows(tx: Tx, requested: RowsQuery): AsyncGenerator<(string | null)[][]> {
  const { selects } = requested.query;
  // The columns of a prepared statement must not change under its name: cells are texts, and the name
  // contains their number.
  const cursor = sql.ref(`report_of_${selects.length}`);
  await sql`declare ${cursor} no scroll cursor for ${statement(requested)}`.execute(tx);
  for (;;) {
    const { rows } = await sql<Record<string, string | null>>`
      fetch forward ${sql.lit(CHUNK)} from ${cursor}`.execute(tx);
    yield rows.map((row) => selects.map((_, index) => row[`c${index}`] ?? null));
    if (rows.length < CHUNK) break;
  }
  await sql`close ${cursor}`.execute(tx);
}

/** Names come from the catalogue, and all caller input is bound as parameters. */
function statement(requested: RowsQuery): RawBuilder<unknown> {
  const { query } = requested;
  const expressions = query.selects.map(({ expression }) => expression);
  for (const { expression } of query.sort)
    if (!expressions.some((each) => isSame(each, expression))) expressions.push(expression);
  const place = (expression: Expression) => expressions.findIndex((each) => isSame(each, expression));
  const shown = query.selects.map(({ expression }) => print(expression.type, `v${place(expression)}`));
  const named = shown.map((cell, index) => sql`${cell} as ${sql.ref(`c${index}`)}`);
  const sorted = query.sort.map(({ expression, order }) => ({
    ...{ value: sql.ref(`v${place(expression)}`), order, type: expression.type },
  }));
  return sql`
    select ${sql.join(named)} from (${groupedRows(requested, expressions)}) as grouped
    ${query.seek ? sql`where ${beyond(sorted, query.seek)}` : sql``}
    ${sorted.length > 0 ? sql`order by ${sql.join(sorted.map(orderOf))}` : sql``}
    limit ${query.limit}`;
}

/** Every expression as `v0`, `v1` …: aggregates over rows grouped by all other expressions. */
function groupedRows(requested: RowsQuery, expressions: readonly Expression[]): RawBuilder<unknown> {
  const isGrouped = expressions.some(({ aggregator }) => aggregator !== null);
  const plain = expressions.map(
    (each, index) => sql`${plainValue(requested, each)} as ${sql.ref(`e${index}`)}`,
  );
  const summing = findSumming(requested, expressions);
  const rows = sql`
    select ${sql.join(plain)} from ${from(requested, summing)} where ${where(requested, summing)}`;
  const values = expressions.map(({ aggregator }, index) => {
    const value = sql.ref(`e${index}`);
    return sql`${aggregator ? AGGREGATES[aggregator](value) : value} as ${sql.ref(`v${index}`)}`;
  });
  const keys = expressions.flatMap(({ aggregator }, index) => (aggregator ? [] : [sql.ref(`e${index}`)]));
  const groups = isGrouped && keys.length > 0 ? sql`group by ${sql.join(keys)}` : sql``;
  return sql`select ${sql.join(values)} from (${rows}) as plain ${groups}`;
}

const AGGREGATES = {
  sum: (value: RawBuilder<unknown>) => sql`sum(${value})`,
  count: (value: RawBuilder<unknown>) => sql`count(${value})`,
  avg: (value: RawBuilder<unknown>) => sql`avg(${value})`,
  min: (value: RawBuilder<unknown>) => sql`min(${value})`,
  max: (value: RawBuilder<unknown>) => sql`max(${value})`,
} as const;

function from(requested: RowsQuery, summing: Summing | null): RawBuilder<unknown> {
  const { base } = requested.query;
  const rows = sql`(${sourceRows(base.name, requested, summing)}) as b`;
  if (!base.joins) return rows;
  const column = sql.ref(`b.${base.joins.column}`);
  return sql`${rows} left join (${sourceRows(base.joins.source, requested)}) as j on j.id = ${column}`;
}

function where(requested: RowsQuery, summing: Summing | null): RawBuilder<unknown> {
  const { query, accountId, first } = requested;
  const { accountColumn } = query.base;
  const conditions = [
    summing ? sql`true` : isInTime(requested, 'b'),
    ...query.filters.map((filter) => compare(requested, filter)),
  ];
  if (accountId !== null && accountColumn !== null)
    conditions.push(sql`${sql.ref(`b.${accountColumn}`)} = ${accountId}`);
  if (first) conditions.push(first.isOfOwner);
  return sql.join(conditions, sql` and `);
}

/** Sorts texts by code point, whatever the collation of the database. */
function plainValue({ query, timeZone }: RowsQuery, expression: Expression): RawBuilder<unknown> {
  const { source, column, isAbsolute, truncatedTo } = expression;
  const value = sql.ref(`${source === query.base.name ? 'b' : 'j'}.${column.name}`);
  if (truncatedTo !== null) return sql`date_trunc(${truncatedTo}::text, ${value}, ${timeZone}::text)`;
  if (isAbsolute) return sql`abs(${value})`;
  return column.type === 'TEXT' ? sql`${value}::text collate "C"` : sql`${value}`;
}

function compare(requested: RowsQuery, { expression, operator, args }: CheckedFilter): RawBuilder<unknown> {
  const value = plainValue(requested, expression);
  const [first = ''] = args;
  const given = typed(first, expression.type);
  switch (operator) {
    case 'eq':
      return sql`${value} = ${given}`;
    case 'neq':
      return sql`${value} is distinct from ${given}`;
    case 'gt':
      return sql`${value} > ${given}`;
    case 'gte':
      return sql`${value} >= ${given}`;
    case 'lt':
      return sql`${value} < ${given}`;
    case 'lte':
      return sql`${value} <= ${given}`;
    case 'in':
    case 'nin': {
      const among = sql`${value} in (${sql.join(args.map((arg) => typed(arg, expression.type)))})`;
      return operator === 'in' ? among : sql`(${among}) is not true`;
    }
    default:
      return operator satisfies never;
  }
}

function typed(text: string, type: ColumnType): RawBuilder<unknown> {
  if (type === 'NUMBER') return sql`${text}::text::numeric`;
  return type === 'TIME' ? sql`${text}::text::timestamptz` : sql`${text}::text`;
}

interface Sorted {
  value: RawBuilder<unknown>;
  order: 'ASC' | 'DESC';
  type: ColumnType;
}

function orderOf({ value, order }: Sorted): RawBuilder<unknown> {
  return order === 'ASC' ? sql`${value} asc nulls last` : sql`${value} desc nulls last`;
}

/** Selects rows after the row with these values: equal in a prefix, and greater in the next. */
function beyond(sorted: readonly Sorted[], seek: readonly string[]): RawBuilder<unknown> {
  const cases = sorted.map(({ value, order, type }, index) => {
    const given = typed(seek[index] ?? '', type);
    const behind = order === 'ASC' ? sql`${value} > ${given}` : sql`${value} < ${given}`;
    const equal = sorted
      .slice(0, index)
      .map((before, place) => sql`${before.value} = ${typed(seek[place] ?? '', before.type)}`);
    return sql`(${sql.join([...equal, sql`(${behind} or ${value} is null)`], sql` and `)})`;
  });
  return cases.length > 0 ? sql.join(cases, sql` or `) : sql`true`;
}

/** A cell as written to the file. */
function print(type: ColumnType, name: string): RawBuilder<unknown> {
  const value = sql.ref(name);
  if (type === 'NUMBER') return sql`trim_scale(${value}::numeric)::text`;
  if (type === 'TEXT') return sql`${value}::text`;
  return sql`to_char(${value} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}
