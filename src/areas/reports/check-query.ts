import { checkValue } from './check-value.ts';
import { checkWhole } from './check-whole.ts';
import { type Expression, UNITS } from './expression.ts';
import type { QueryColumn, QueryFilter, QueryInput } from './schema.ts';
import { type Column, findColumn, findSource, SOURCE_NAMES, type Source } from './sources.ts';

export interface CheckedFilter {
  expression: Expression;
  operator: QueryFilter['operator'];
  args: readonly string[];
}

/** A validated query: every name exists, every argument fits its column, and no sum mixes currencies. */
export interface CheckedQuery {
  base: Source;
  selects: readonly { header: string; expression: Expression }[];
  filters: readonly CheckedFilter[];
  sort: readonly { expression: Expression; order: 'ASC' | 'DESC' }[];
  /** Sort values after which the rows begin. */
  seek: readonly string[] | null;
  limit: number;
}

/** Further restrictions of the rows. */
export interface Narrowing {
  accountId: string | null;
  hasRange: boolean;
}

/** The query, or the violations in sentences that name the member. */
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

function readColumn({ base, problems }: Reader, requested: QueryColumn, at: string): Expression | null {
  const source = requested.dataSource === undefined ? base : reach(base, requested.dataSource);
  if (!source) {
    const joined = base.joins ? ` or ${base.joins.source}` : '';
    problems.push(`${at}.dataSource: must be ${base.name}${joined}`);
    return null;
  }
  const column = findColumn(source, requested.columnName);
  if (!column) {
    problems.push(`${at}.columnName: must be one of ${source.columns.map(({ name }) => name).join(', ')}`);
    return null;
  }
  const { functions = [], aggregator = null } = requested;
  const units = functions.flatMap(({ name, args }) => (name === 'date_trunc' ? [args] : []));
  const wrong = [
    ...(functions.length > 1 ? [`${at}.functions: must have at most one function for a column`] : []),
    ...functions.flatMap((each) => checkFunction(each, column).map((said) => `${at}.functions[0]${said}`)),
    ...((aggregator === 'sum' || aggregator === 'avg') && column.type !== 'NUMBER'
      ? [`${at}.aggregator: ${aggregator} requires a number, and ${column.name} is not one`]
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
    if (column.type !== 'NUMBER') return [`.name: abs requires a number, and ${column.name} is not one`];
    return args.length === 0 ? [] : ['.args: must be empty for abs'];
  }
  if (column.type !== 'TIME') return [`.name: date_trunc requires a time, and ${column.name} is not one`];
  const isUnit = args.length === 1 && UNITS.some((unit) => unit === args[0]);
  return isUnit ? [] : [`.args: must be one of ${UNITS.join(', ')} for date_trunc`];
}

function readFilter(reader: Reader, { column, operator, args }: QueryFilter, at: string): CheckedFilter[] {
  const expression = readColumn(reader, column, `${at}.column`);
  if (!expression) return [];
  const isSet = operator === 'in' || operator === 'nin';
  const wrong = [
    ...(expression.aggregator
      ? [`${at}.column.aggregator: must be absent, because rows are filtered before aggregation`]
      : []),
    ...(isSet || args.length === 1 ? [] : [`${at}.args: must have exactly one value for ${operator}`]),
    ...(isSet && args.length === 0 ? [`${at}.args: must have at least one value for ${operator}`] : []),
    ...args.flatMap((arg, index) => checkValue(arg, expression.type, `${at}.args[${index}]`)),
  ];
  reader.problems.push(...wrong);
  return [{ expression, operator, args }];
}
