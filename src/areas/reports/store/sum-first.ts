import { type RawBuilder, sql } from 'kysely';
import type { Expression } from '../expression.ts';
import type { RowsQuery } from './rows.ts';

/** Columns that names are joined by; a source may lack some of them. */
const JOINED = ['account_id', 'customer_id', 'billable_id'] as const;
/** Columns that are joined to the rows of a source, and what joins them. */
const NAMES: Readonly<Record<string, (typeof JOINED)[number]>> = {
  account_name: 'account_id',
  billable_name: 'billable_id',
  billable_type: 'billable_id',
};

/** Sums of a source's rows before names are joined to them: fewer rows to join and to sort. */
export interface Summing {
  /** By column, the value that rows are grouped by. */
  keys: ReadonlyMap<string, RawBuilder<unknown>>;
  sums: readonly string[];
  /** A condition on the time of rows `raw`. */
  isInTime: RawBuilder<unknown>;
}

/** Sources whose rows are too many to read all of them, and whether these have a customer of their own. */
export const HAVE_CUSTOMER: ReadonlyMap<string, boolean> = new Map([
  ['usage', false],
  ['margin', false],
  ['revenue', true],
]);

/** Null if the query needs each row: it has other aggregates than sums, or none. */
export function findSumming(requested: RowsQuery, expressions: readonly Expression[]): Summing | null {
  const { query, timeZone } = requested;
  const { name, timeColumn } = query.base;
  const hasCustomer = HAVE_CUSTOMER.get(name);
  const [sums, others] = [expressions.filter(isSum), expressions.filter((each) => !isSum(each))];
  const keys = [...others, ...query.filters.map(({ expression }) => expression)];
  if (hasCustomer === undefined || sums.length === 0) return null;
  if (keys.some(({ aggregator, type }) => aggregator !== null || type === 'NUMBER')) return null;
  const columns = new Map<string, RawBuilder<unknown>>();
  const add = (column: string) => columns.set(column, sql.ref(`raw.${column}`));
  for (const { column } of keys) add(NAMES[column.name] ?? ownerOf(column.name, hasCustomer));
  if (requested.accountId !== null || requested.first) for (const column of owners(hasCustomer)) add(column);
  const times = new Set(
    keys.filter(({ column }) => column.name === timeColumn).map((each) => each.truncatedTo),
  );
  const [unit] = times;
  // Truncated twice, a time stays the same.
  if (timeColumn !== null && times.size === 1 && unit)
    columns.set(
      timeColumn,
      sql`date_trunc(${sql.lit(unit)}, ${sql.ref(`raw.${timeColumn}`)}, ${timeZone}::text)`,
    );
  for (const column of JOINED)
    if (!columns.has(column) && (column !== 'customer_id' || hasCustomer))
      columns.set(column, sql`null::text`);
  const summed = [...new Set(sums.map(({ column }) => column.name))];
  return { keys: columns, sums: summed, isInTime: isInTime(requested, 'raw') };
}

function isSum({ aggregator, isAbsolute }: Expression): boolean {
  return aggregator === 'sum' && !isAbsolute;
}

/** The customer of an account is joined by the account. */
function ownerOf(column: string, hasCustomer: boolean): string {
  if (column === 'customer_name') return hasCustomer ? 'customer_id' : 'account_id';
  return column === 'customer_id' && !hasCustomer ? 'account_id' : column;
}

function owners(hasCustomer: boolean): string[] {
  return hasCustomer ? ['account_id', 'customer_id'] : ['account_id'];
}

/** Whether the time of a row lies in the requested range. */
export function isInTime({ query, range, first }: RowsQuery, table: string): RawBuilder<unknown> {
  const { timeColumn } = query.base;
  if (timeColumn === null) return sql`true`;
  const at = sql.ref(`${table}.${timeColumn}`);
  const ends = [
    ...(range ? [sql`${at} >= ${range.startAt} and ${at} < ${range.endAt}`] : []),
    ...(first?.untilAt ? [sql`${at} < ${first.untilAt}`] : []),
  ];
  return ends.length > 0 ? sql.join(ends, sql` and `) : sql`true`;
}

export function sumRows(rows: RawBuilder<unknown>, { keys, sums, isInTime }: Summing): RawBuilder<unknown> {
  const names = [...keys].map(([name, value]) => sql`${value} as ${sql.ref(name)}`);
  const summed = sums.map((name) => sql`sum(${sql.ref(`raw.${name}`)}) as ${sql.ref(name)}`);
  const places = names.map((_, index) => sql.lit(index + 1));
  return sql`
    select ${sql.join([...names, ...summed])} from (${rows}) as raw where ${isInTime}
    group by ${sql.join(places)}`;
}
