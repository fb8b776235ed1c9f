import type { ReportPreview } from '../../../api/generated/types.ts';
import { add, percentOf, subtract } from '../../../format/decimals.ts';
import { isSum, type PreviewColumn } from '../../../parts/report/report-requests.ts';

/** A row of the table, with its cells in the order of the columns. */
export interface ReportRow {
  id: string;
  cells: readonly (string | null)[];
  /** Of the same group in the period before; null without a comparison. */
  before: readonly (string | null)[] | null;
}

/** The rows of a period beside those before; groups that only one period has are zero in the other. */
export function rowsOf(now: ReportPreview, before: ReportPreview | null): ReportRow[] {
  const keyOf = (cells: readonly (string | null)[]) =>
    JSON.stringify(cells.filter((_, index) => !now.columns[index]?.isAggregate));
  if (!before) return now.rows.map((cells, index) => ({ id: `row ${index}`, cells, before: null }));
  const empty = now.columns.map((column) => (isSum(column) ? '0' : null));
  const past = new Map(before.rows.map((cells) => [keyOf(cells), cells]));
  const rows = now.rows.map((cells) => ({
    id: keyOf(cells),
    cells,
    before: past.get(keyOf(cells)) ?? empty,
  }));
  const known = new Set(rows.map(({ id }) => id));
  const gone = before.rows.filter((cells) => !known.has(keyOf(cells)));
  return [
    ...rows,
    ...gone.map((cells) => ({
      id: keyOf(cells),
      cells: cells.map((cell, index) => (now.columns[index]?.isAggregate ? (empty[index] ?? null) : cell)),
      before: cells,
    })),
  ];
}

/** The change of a sum, with its share of what was before in per cent; null without a base. */
export function changeOf({ cells, before }: ReportRow, index: number) {
  const [now, past] = [cells[index] ?? '0', before?.[index] ?? '0'];
  const difference = subtract(now, past);
  return { difference, percent: percentOf(difference, past.replace('-', '')) };
}

const BASE = ['revenue_base_currency', 'revenue', 'cost', 'margin'];

/** The currency of an amount: that of its row, the base currency, or none for quantities. */
export function currencyOf(preview: ReportPreview, cells: readonly (string | null)[], index: number) {
  const column = preview.columns[index];
  if (!column) return undefined;
  if (!column.isMoney) {
    const isBase = column.dataSource === 'margin' || column.dataSource === 'revenue';
    return isBase && BASE.includes(column.columnName) ? preview.baseCurrency : undefined;
  }
  const at = preview.columns.findIndex(({ columnName }) => /^(?:invoice_)?currency$/.test(columnName));
  if (at >= 0) return cells[at] ?? undefined;
  const filter = preview.queryInput.queryFilters?.find(
    ({ column: { columnName }, operator }) => columnName === 'currency' && operator === 'eq',
  );
  return filter?.args[0];
}

/** Whether a number is an amount of money. */
export function isAmount(column: PreviewColumn): boolean {
  return (
    column.isMoney || (['margin', 'revenue'].includes(column.dataSource) && BASE.includes(column.columnName))
  );
}

/** Where the records behind a row are: the one of the narrowest column that names any. */
export function recordsPath({ columns }: ReportPreview, cells: readonly (string | null)[]): string | null {
  const cellOf = (...names: string[]) => {
    const at = columns.findIndex(({ columnName, isAggregate }) => names.includes(columnName) && !isAggregate);
    return at < 0 ? null : (cells[at] ?? null);
  };
  const source = columns[0]?.dataSource;
  const path = (area: string, id: string | null) => id && `/${area}/${encodeURIComponent(id)}`;
  const list = (name: string, id: string | null) => id && `/invoices?${name}=${encodeURIComponent(id)}`;
  const [customer, account] = [cellOf('customer_id'), cellOf('account_id', 'owner_id')];
  return (
    path('invoices', cellOf('invoice_id') ?? (source === 'invoices' ? cellOf('id') : null)) ??
    path('credits', cellOf('credit_id')) ??
    path('events', cellOf('event_id')) ??
    (source === 'receivables' ? path('receivables/customer', customer) : null) ??
    (source === 'revenue' || source === 'margin' || source === 'invoices'
      ? (list('account_id', account) ?? list('customer_id', customer))
      : (path('accounts', account) ?? path('customers', customer))) ??
    path('meters', cellOf('billable_id'))
  );
}

/** The sum of a column by currency, in the order of their appearance. */
export function totalsOf(preview: ReportPreview, rows: readonly ReportRow[], index: number) {
  const totals = new Map<string | undefined, string>();
  for (const { cells } of rows) {
    const currency = currencyOf(preview, cells, index);
    totals.set(currency, add(totals.get(currency) ?? '0', cells[index] ?? '0'));
  }
  return totals;
}
