import type { QueryColumn, QueryFilter, QueryInput } from './schema.ts';
import {
  type Column,
  type ColumnType,
  findColumn,
  findSource,
  SOURCE_NAMES,
  type Source,
} from './sources.ts';

export type Unit = (typeof UNITS)[number];
const UNITS = ['hour', 'day', 'week', 'month', 'quarter', 'year'] as const;

/** A column of the catalogue with what is done to it. */
export interface Expression {
  source: string;
  column: Column;
  isAbsolute: boolean;
  truncatedTo: Unit | null;
  aggregator: NonNullable<QueryColumn['aggregator']> | null;
  type: ColumnType;
}

export interface CheckedFilter {
  expression: Expression;
  operator: QueryFilter['operator'];
  args: readonly string[];
}

/** A query of which every name was found, every argument fits its column, and no sum mixes currencies. */
export interface CheckedQuery {
  base: Source;
  selects: readonly { header: string; expression: Expression }[];
  filters: readonly CheckedFilter[];
  sort: readonly { expression: Expression; order: 'ASC' | 'DESC' }[];
  /** Values of the sort, behind which rows begin. */
  seek: readonly string[] | null;
  limit: number;
}

/** What else decides which rows a report has. */
export interface Narrowing {
  accountId: string | null;
  hasRange: boolean;
}

/** The query, or what is wrong with it in sentences that name the member. */
export function checkQuery(input: QueryInput, narrowing: Narrowing): CheckedQuery | string[] {
  const base = findSource(input.baseDataSource);
  if (!base) return [`queryInput.baseDataSource: must be one of ${SOURCE_NAMES.join(', ')}`];
  const problems: string[] = [];
  const reader = { base, problems };
  const selects = input.selects.flatMap((column, index) => {
    const expression = readColumn(reader, column, `queryInput.selects[${index}]`);
    return expression ? [{ header: column.alias ?? column.columnName, expression }] : [];
  });
  const filters = (input.queryFilters ?? []).flatMap((filter, index) =>
    readFilter(reader, filter, `queryInput.queryFilters[${index}]`),
  );
  const sort = input.sort.flatMap(({ column, sortOrder }, index) => {
    const expression = readColumn(reader, column, `queryInput.sort[${index}].column`);
    return expression ? [{ expression, order: sortOrder }] : [];
  });
  const query = { base, selects, filters, sort, seek: input.seekValues ?? null, limit: input.limit };
  if (problems.length === 0) problems.push(...checkWhole(query, narrowing));
  return problems.length > 0 ? problems : query;
}

interface Reader {
  base: Source;
  problems: string[];
}

function readColumn({ base, problems }: Reader, asked: QueryColumn, at: string): Expression | null {
  const source = asked.dataSource === undefined ? base : reach(base, asked.dataSource);
  if (!source) {
    const joined = base.joins ? ` or ${base.joins.source}` : '';
    problems.push(`${at}.dataSource: must be ${base.name}${joined}`);
    return null;
  }
  const column = findColumn(source, asked.columnName);
  if (!column) {
    problems.push(`${at}.columnName: must be one of ${source.columns.map(({ name }) => name).join(', ')}`);
    return null;
  }
  const { functions = [], aggregator = null } = asked;
  const units = functions.flatMap(({ name, args }) => (name === 'date_trunc' ? [args] : []));
  const wrong = [
    ...(functions.length > 1 ? [`${at}.functions: one function for a column`] : []),
    ...functions.flatMap((each) => checkFunction(each, column).map((said) => `${at}.functions[0]${said}`)),
    ...((aggregator === 'sum' || aggregator === 'avg') && column.type !== 'NUMBER'
      ? [`${at}.aggregator: ${aggregator} takes a number, and ${column.name} is none`]
      : []),
  ];
  problems.push(...wrong);
  return {
    ...{ source: source.name, column, aggregator },
    isAbsolute: functions.some(({ name }) => name === 'abs'),
    truncatedTo: UNITS.find((unit) => unit === units[0]?.[0]) ?? null,
    type: aggregator === 'count' ? 'NUMBER' : column.type,
  };
}

function reach(base: Source, name: string): Source | undefined {
  if (name === base.name) return base;
  return base.joins?.source === name ? findSource(name) : undefined;
}

function checkFunction({ name, args }: { name: string; args: readonly string[] }, column: Column): string[] {
  if (name === 'abs') {
    if (column.type !== 'NUMBER') return [`.name: abs takes a number, and ${column.name} is none`];
    return args.length === 0 ? [] : ['.args: abs has none'];
  }
  if (column.type !== 'TIME') return [`.name: date_trunc takes a time, and ${column.name} is none`];
  const isUnit = args.length === 1 && UNITS.some((unit) => unit === args[0]);
  return isUnit ? [] : [`.args: date_trunc has one, of ${UNITS.join(', ')}`];
}

function readFilter(reader: Reader, { column, operator, args }: QueryFilter, at: string): CheckedFilter[] {
  const expression = readColumn(reader, column, `${at}.column`);
  if (!expression) return [];
  const isSet = operator === 'in' || operator === 'nin';
  const wrong = [
    ...(expression.aggregator ? [`${at}.column.aggregator: rows are filtered before they are counted`] : []),
    ...(isSet || args.length === 1 ? [] : [`${at}.args: ${operator} has one`]),
    ...(isSet && args.length === 0 ? [`${at}.args: ${operator} has one at least`] : []),
    ...args.flatMap((arg, index) => checkValue(arg, expression.type, `${at}.args[${index}]`)),
  ];
  reader.problems.push(...wrong);
  return [{ expression, operator, args }];
}

const NUMBER = /^-?(?:\d{1,20})(?:\.\d{1,18})?$/;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)$/;

function checkValue(text: string, type: ColumnType, at: string): string[] {
  switch (type) {
    case 'TEXT':
      return [];
    case 'NUMBER':
      return NUMBER.test(text) ? [] : [`${at}: must be a number such as 12.5`];
    case 'TIME':
      return TIME.test(text) && isInstant(text) ? [] : [`${at}: must be a time such as 2030-01-01T00:00:00Z`];
    default:
      return type satisfies never;
  }
}

function isInstant(text: string): boolean {
  try {
    return Temporal.Instant.from(text).epochMilliseconds > -62_135_596_800_000;
  } catch {
    return false;
  }
}

/** What no member by itself shows. */
function checkWhole(query: CheckedQuery, { accountId, hasRange }: Narrowing): string[] {
  const { base, selects, sort, seek } = query;
  const headers = selects.map(({ header }) => header);
  const twice = headers.findIndex((header, index) => headers.indexOf(header) !== index);
  const isGrouped = selects.some(({ expression }) => expression.aggregator !== null);
  const loose = sort.findIndex(({ expression }) => {
    return !selects.some((select) => isSame(select.expression, expression));
  });
  const { accountColumn, timeColumn } = base;
  return [
    ...(twice < 0 ? [] : [`queryInput.selects[${twice}].alias: ${headers[twice]} heads another column`]),
    ...((isGrouped || sort.some(({ expression }) => expression.aggregator)) && loose >= 0
      ? [`queryInput.sort[${loose}].column: must be one of selects, with the same functions and aggregator`]
      : []),
    ...(seek !== null && seek.length !== sort.length
      ? [`queryInput.seekValues: must have a value for each of sort, which has ${sort.length}`]
      : []),
    ...(seek ?? []).flatMap((value, index) => {
      return checkValue(value, sort[index]?.expression.type ?? 'TEXT', `queryInput.seekValues[${index}]`);
    }),
    ...(accountId !== null && accountColumn === null
      ? [`accountId: rows of ${base.name} are of no account`]
      : []),
    ...(hasRange && timeColumn === null ? [`startTime: rows of ${base.name} have no time`] : []),
    ...checkCurrencies(query, accountId),
  ];
}

/** Amounts are added up within an account or a currency only: 5 USD and 5 EUR are not 10 of anything. */
function checkCurrencies({ selects, filters }: CheckedQuery, accountId: string | null): string[] {
  const mixing = selects.findIndex(({ expression: { column, aggregator } }) => {
    return column.isMoney && aggregator !== null && aggregator !== 'count';
  });
  const isOneCurrency =
    accountId !== null ||
    selects.some(({ expression }) => expression.column.isCurrencyKey && expression.aggregator === null) ||
    filters.some(({ expression, operator }) => expression.column.isCurrencyKey && operator === 'eq');
  if (mixing < 0 || isOneCurrency) return [];
  return [
    `queryInput.selects[${mixing}].aggregator: mixes currencies; select the account or the currency too, ` +
      'or filter by one of them',
  ];
}

export function isSame(a: Expression, b: Expression): boolean {
  return (
    a.source === b.source &&
    a.column === b.column &&
    a.isAbsolute === b.isAbsolute &&
    a.truncatedTo === b.truncatedTo &&
    a.aggregator === b.aggregator
  );
}
