import type { QueryColumn, QueryFilter, QueryInput, ReportSource } from '../../../api/generated/types.ts';
import { wholeOf } from '../../../format/decimals.ts';
import type { Translate } from '../../../messages/catalogs.ts';
import type reports from '../../../messages/en/reports.json';
import type { FormRow } from '../../../ui/form-rows.ts';
import type { Form } from '../../../ui/use-form.ts';

export const UNITS = ['hour', 'day', 'week', 'month', 'quarter', 'year'] as const;
export const AGGREGATORS = ['sum', 'count', 'avg', 'min', 'max'] as const;
export const OPERATORS = ['eq', 'neq', 'in', 'nin', 'gt', 'gte', 'lt', 'lte'] as const;
export const MAX_COLUMNS = 30;
export const MAX_FILTERS = 20;
const MAX_ROWS = 100_000;
const MAX_SORTED = 5;

export type BuilderFields = {
  source: string;
  /** `column`, and `use`: a unit of time, an aggregator, or empty. */
  columns: readonly FormRow[];
  /** `column`, `operator` and `value`; several values are separated by commas. */
  filters: readonly FormRow[];
  /** The number of the column that orders the rows, or empty: by the groups. */
  sort: string;
  direction: string;
};

export function builderForm(
  t: Translate<keyof typeof reports & string>,
  query: QueryInput | null,
): Form<BuilderFields, QueryInput> {
  return {
    initial: query ? fieldsOf(query) : EMPTY,
    check: ({ columns, filters, sort }) => ({
      ...(columns.length === 0 && { columns: t('columnNeeded') }),
      ...Object.fromEntries(
        columns.flatMap(({ column }, index) =>
          column ? [] : [[`columns.${index}.column`, t('columnNeeded')]],
        ),
      ),
      ...Object.fromEntries(
        filters.flatMap(({ column }, index) =>
          column ? [] : [[`filters.${index}.column`, t('columnNeeded')]],
        ),
      ),
      ...(sort !== '' && !columns[wholeOf(sort) ?? -1] && { sort: t('columnNeeded') }),
    }),
    read: readQuery,
  };
}

const EMPTY: BuilderFields = {
  ...{ source: 'revenue', filters: [], sort: '', direction: 'ASC' },
  columns: [
    { column: 'revenue_time', use: 'month' },
    { column: 'currency', use: '' },
    { column: 'revenue_invoice_currency', use: 'sum' },
  ],
};

function fieldsOf(query: QueryInput): BuilderFields {
  const columns = query.selects.map((select) => ({ column: select.columnName, use: appliedOf(select) }));
  const [first, ...more] = query.sort;
  const at =
    first && more.length === 0
      ? columns.findIndex(
          ({ column, use }) => column === first.column.columnName && use === appliedOf(first.column),
        )
      : -1;
  return {
    ...{ source: query.baseDataSource, columns, sort: at < 0 ? '' : String(at) },
    direction: first?.sortOrder ?? 'ASC',
    filters: (query.queryFilters ?? []).map(({ column, operator, args }) => ({
      ...{ column: column.columnName, operator, value: args.join(', ') },
    })),
  };
}

function appliedOf({ functions, aggregator }: QueryColumn): string {
  return aggregator ?? functions?.[0]?.args[0] ?? functions?.[0]?.name ?? '';
}

/** Sums first in the words of the header: `sum of units`. */
export function readQuery({ source, columns, filters, sort, direction }: BuilderFields): QueryInput {
  const selects = columns.map(({ column = '', use = '' }, index): QueryColumn => {
    const isTwice = columns.findIndex((each) => each.column === column) < index;
    const plain = columnOf(column, use);
    return isTwice || plain.aggregator
      ? { ...plain, alias: use === '' ? `${column} ${index + 1}` : `${column}, ${use}` }
      : plain;
  });
  const chosen = sort === '' ? undefined : selects[wholeOf(sort) ?? -1];
  const groups = selects.filter(({ aggregator }) => !aggregator).slice(0, MAX_SORTED);
  const sortOrder = direction === 'DESC' ? 'DESC' : 'ASC';
  return {
    ...{ selects, baseDataSource: source, limit: MAX_ROWS },
    sort: (chosen ? [chosen] : groups).map(({ alias: _, ...column }) => ({ column, sortOrder })),
    ...(filters.length > 0 && { queryFilters: filters.map(filterOf) }),
  };
}

function columnOf(columnName: string, use: string): QueryColumn {
  const aggregator = AGGREGATORS.find((each) => each === use);
  if (aggregator) return { columnName, aggregator };
  if (use === 'abs') return { columnName, functions: [{ name: 'abs', args: [] }] };
  const unit = UNITS.find((each) => each === use);
  return unit ? { columnName, functions: [{ name: 'date_trunc', args: [unit] }] } : { columnName };
}

function filterOf({ column = '', operator = 'eq', value = '' }: FormRow): QueryFilter {
  const known = OPERATORS.find((each) => each === operator) ?? 'eq';
  const isSet = known === 'in' || known === 'nin';
  const args = isSet ? value.split(',').map((each) => each.trim()) : [value.trim()];
  return { column: { columnName: column }, operator: known, args };
}

/** What can be done with a column, by its type. */
export function usesOf(type: ReportSource['columns'][number]['type'] | undefined): readonly string[] {
  if (type === 'TIME') return ['', ...UNITS, 'count', 'min', 'max'];
  return type === 'NUMBER' ? ['', ...AGGREGATORS] : ['', 'count'];
}
