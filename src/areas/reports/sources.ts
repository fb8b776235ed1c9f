import type { Scope } from '#platform/http/operation.ts';

/** The type of a column, which decides how arguments are parsed and how a cell is written. */
export type ColumnType = 'TEXT' | 'NUMBER' | 'TIME';

export interface Column {
  name: string;
  type: ColumnType;
  /** An amount in the currency of its row: amounts of different currencies are never summed. */
  isMoney?: true;
  /** Rows with equal values share one currency. */
  isCurrencyKey?: true;
}

export interface Source {
  name: string;
  /** The scope that reads the same elsewhere. */
  scope: Scope;
  columns: readonly Column[];
  /** Column with the account of a row; null: none. */
  accountColumn: string | null;
  /** Column with the time of a row, for ranges; null: none. */
  timeColumn: string | null;
  /** Another source that each row joins exactly once. */
  joins?: { source: 'customers'; column: string };
}

const text = (name: string): Column => ({ name, type: 'TEXT' });
const key = (name: string): Column => ({ name, type: 'TEXT', isCurrencyKey: true });
const time = (name: string): Column => ({ name, type: 'TIME' });
const number = (name: string): Column => ({ name, type: 'NUMBER' });
/** The customer of a row's account; empty if the account is unknown. */
const customer = [text('customer_id'), text('customer_name')];
const money = (name: string): Column => ({ name, type: 'NUMBER', isMoney: true });

/**
 * The catalogue of reports (`money-platform.md` section 17); all sources after the first seven, and
 * currencies, are extensions. `store/sources.ts` has the statements.
 */
export const SOURCES: readonly Source[] = [
  {
    name: 'accounts',
    scope: 'accounts:read',
    columns: [
      ...[key('account_id'), text('customer_id'), text('name'), time('created_at')],
      ...[key('invoice_currency'), text('primary_email'), text('tags')],
    ],
    ...{ accountColumn: 'account_id', timeColumn: 'created_at' },
    joins: { source: 'customers', column: 'customer_id' },
  },
  {
    name: 'customers',
    scope: 'customers:read',
    columns: [text('id'), text('name')],
    ...{ accountColumn: null, timeColumn: null },
  },
  {
    name: 'usage',
    scope: 'reports:read',
    columns: [
      ...[key('account_id'), text('account_name'), ...customer, text('billable_id')],
      ...[text('billable_name'), text('billable_type')],
      ...[time('event_time'), number('usage_units')],
    ],
    ...{ accountColumn: 'account_id', timeColumn: 'event_time' },
  },
  {
    name: 'events',
    scope: 'events:read',
    columns: [
      ...[text('event_id'), key('account_id'), text('account_name'), ...customer],
      ...[time('event_source_time'), text('ingestion_status')],
    ],
    ...{ accountColumn: 'account_id', timeColumn: 'event_source_time' },
  },
  {
    name: 'invoices',
    scope: 'invoices:read',
    columns: [
      ...[text('id'), key('owner_id'), money('total_amount'), text('status'), time('due_date')],
      ...[text('class'), time('created_at'), key('currency'), money('paid_amount'), text('number')],
      ...[text('owner_name'), ...customer],
    ],
    ...{ accountColumn: 'owner_id', timeColumn: 'created_at' },
  },
  {
    name: 'license_entries',
    scope: 'entitlements:read',
    columns: [
      ...[key('account_id'), text('license_id'), time('effective_from'), number('quantity')],
      ...[time('created_at'), text('account_name'), ...customer],
    ],
    ...{ accountColumn: 'account_id', timeColumn: 'created_at' },
  },
  {
    name: 'revenue',
    scope: 'reports:read',
    columns: [
      ...[key('account_id'), text('account_name'), ...customer, time('revenue_time')],
      ...[money('revenue_invoice_currency'), text('billable_name'), text('billable_type')],
      ...[text('billable_id'), number('revenue_base_currency'), key('currency'), text('invoice_id')],
    ],
    ...{ accountColumn: 'account_id', timeColumn: 'revenue_time' },
  },
  {
    name: 'margin',
    scope: 'catalog:read',
    columns: [
      ...[key('account_id'), text('account_name'), ...customer, time('time')],
      ...[text('billable_id'), text('billable_name'), text('billable_type')],
      ...[number('revenue'), number('cost'), number('margin'), number('units')],
    ],
    ...{ accountColumn: 'account_id', timeColumn: 'time' },
  },
  {
    name: 'credit_liability',
    scope: 'credits:read',
    columns: [
      ...[text('credit_id'), key('account_id'), key('currency'), text('purpose'), text('effective_until')],
      ...[money('granted'), money('consumed'), money('forfeited'), money('held'), money('remaining')],
      ...[text('account_name'), ...customer],
    ],
    ...{ accountColumn: 'account_id', timeColumn: null },
  },
  {
    name: 'receivables',
    scope: 'invoices:read',
    columns: [
      ...[text('invoice_id'), key('owner_id'), text('number'), key('currency'), time('due_date')],
      ...[money('total_amount'), money('open_amount'), number('days_overdue'), money('not_due')],
      ...[money('days_1_30'), money('days_31_60'), money('days_61_90'), money('days_over_90')],
      ...[text('owner_name'), ...customer],
    ],
    ...{ accountColumn: 'owner_id', timeColumn: null },
  },
  {
    name: 'journal',
    scope: 'invoices:read',
    columns: [
      ...[time('booked_at'), text('line_id'), text('entry_id'), text('kind'), key('currency')],
      ...[text('account'), text('ledger_number'), text('ledger_name'), money('debit'), money('credit')],
      ...[text('invoice_id'), text('number'), text('payment_id'), text('credit_id')],
      ...[key('account_id'), text('account_name'), ...customer],
    ],
    ...{ accountColumn: 'account_id', timeColumn: 'booked_at' },
  },
  {
    name: 'unprocessed_events',
    scope: 'events:read',
    columns: [
      ...[text('event_id'), text('schema_name'), text('account_id'), time('event_source_time')],
      ...[time('received_at'), text('ingestion_status'), text('reason'), text('account_name')],
      ...customer,
    ],
    ...{ accountColumn: 'account_id', timeColumn: 'received_at' },
  },
  {
    name: 'unmatched_events',
    scope: 'events:read',
    columns: [
      ...[text('event_id'), text('schema_name'), text('account_id'), time('event_source_time')],
      ...[time('received_at'), text('ingestion_status'), text('reason'), text('account_name')],
      ...customer,
    ],
    ...{ accountColumn: 'account_id', timeColumn: 'received_at' },
  },
];

export const SOURCE_NAMES: readonly string[] = SOURCES.map(({ name }) => name);

export function findSource(name: string): Source | undefined {
  return SOURCES.find((source) => source.name === name);
}

export function findColumn(source: Source, name: string): Column | undefined {
  return source.columns.find((column) => column.name === name);
}
