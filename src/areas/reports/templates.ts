import type { QueryColumn, QueryFilter, QueryInput } from './schema.ts';
import { MAX_ROWS } from './schema.ts';

export interface BuiltInTemplate {
  id: string;
  name: string;
  queryInput: QueryInput;
}

const column = (columnName: string, alias: string): QueryColumn => ({ columnName, alias });
const sum = (columnName: string, alias: string): QueryColumn => ({ columnName, alias, aggregator: 'sum' });
const month = (columnName: string): QueryColumn => ({
  ...{ columnName, alias: 'month' },
  functions: [{ name: 'date_trunc', args: ['month'] }],
});

/** Rows in the order of the given columns. */
function template(
  id: string,
  name: string,
  parts: { source: string; selects: QueryColumn[]; sort: QueryColumn[]; filters?: QueryFilter[] },
): BuiltInTemplate {
  const { source, selects, sort, filters } = parts;
  const order = sort.map((each) => ({ column: each, sortOrder: 'ASC' as const }));
  const queryInput = { selects, baseDataSource: source, sort: order, limit: MAX_ROWS };
  return { id, name, queryInput: filters ? { ...queryInput, queryFilters: filters } : queryInput };
}

const customer = [column('customer_id', 'customer'), column('customer_name', 'customer name')];
const account = column('account_id', 'account');
const named = [account, column('account_name', 'account name'), ...customer];
const owner = column('owner_id', 'account or group');
const currency = column('currency', 'currency');
const billable = column('billable_id', 'billable');
const sold = [billable, column('billable_name', 'billable name')];

/** Events of a source with their reasons, in the order of reception. */
function events(id: string, name: string, source: string): BuiltInTemplate {
  return template(id, name, {
    source,
    selects: [
      ...[column('event_id', 'event'), column('schema_name', 'schema'), ...named],
      ...[column('event_source_time', 'time'), column('received_at', 'received')],
      ...[column('ingestion_status', 'status'), column('reason', 'reason')],
    ],
    sort: [column('received_at', 'received'), column('event_id', 'event')],
  });
}

/** The built-in templates of every organization; callers could send the same queries. */
export const BUILT_IN: readonly BuiltInTemplate[] = [
  template('REVENUE', 'Revenue by month, account and billable', {
    source: 'revenue',
    selects: [
      ...[month('revenue_time'), ...named, ...sold, currency, sum('revenue_invoice_currency', 'revenue')],
      sum('revenue_base_currency', 'revenue in the base currency'),
    ],
    sort: [month('revenue_time'), account, billable],
  }),
  template('REVENUE_BY_CUSTOMER', 'Revenue by customer', {
    source: 'revenue',
    selects: [
      ...[month('revenue_time'), ...customer, currency, sum('revenue_invoice_currency', 'revenue')],
      sum('revenue_base_currency', 'revenue in the base currency'),
    ],
    sort: [month('revenue_time'), column('customer_id', 'customer'), currency],
  }),
  template('REVENUE_BY_METER', 'Revenue by meter', {
    source: 'revenue',
    selects: [
      ...[month('revenue_time'), ...sold, currency, sum('revenue_invoice_currency', 'revenue')],
      sum('revenue_base_currency', 'revenue in the base currency'),
    ],
    sort: [month('revenue_time'), billable, currency],
    filters: [{ column: column('billable_type', 'type'), operator: 'eq', args: ['METER'] }],
  }),
  template('MARGIN', 'Margin by month, customer and meter', {
    source: 'margin',
    selects: [
      ...[month('time'), ...customer, ...sold, sum('units', 'units'), sum('revenue', 'revenue')],
      ...[sum('cost', 'cost'), sum('margin', 'margin')],
    ],
    sort: [month('time'), column('customer_id', 'customer'), billable],
    filters: [{ column: column('billable_type', 'type'), operator: 'eq', args: ['METER'] }],
  }),
  template('USAGE', 'Usage by month, account and billable', {
    source: 'usage',
    selects: [month('event_time'), ...named, ...sold, sum('usage_units', 'units')],
    sort: [month('event_time'), account, billable],
  }),
  template('CREDIT_LIABILITY', 'Unused credits', {
    source: 'credit_liability',
    selects: [
      ...[...named, column('credit_id', 'credit'), column('purpose', 'purpose'), currency],
      ...[
        column('effective_until', 'last day'),
        column('granted', 'granted'),
        column('consumed', 'consumed'),
      ],
      ...[column('held', 'held'), column('remaining', 'remaining')],
    ],
    sort: [account, column('credit_id', 'credit')],
  }),
  template('RECEIVABLES_AGING', 'Open invoices by days overdue', {
    source: 'receivables',
    selects: [
      ...[owner, column('owner_name', 'name'), ...customer],
      ...[column('number', 'invoice'), currency, column('due_date', 'due')],
      ...[
        column('open_amount', 'open'),
        column('days_overdue', 'days overdue'),
        column('not_due', 'not due'),
      ],
      ...[column('days_1_30', '1 to 30 days'), column('days_31_60', '31 to 60 days')],
      ...[column('days_61_90', '61 to 90 days'), column('days_over_90', 'over 90 days')],
    ],
    sort: [owner, column('due_date', 'due'), column('number', 'invoice')],
  }),
  events('UNPROCESSED_EVENTS', 'Unprocessed events with their reasons', 'unprocessed_events'),
  events('UNMATCHED_EVENTS', 'Unmatched events with their reasons', 'unmatched_events'),
];

export function findBuiltIn(id: string): BuiltInTemplate | undefined {
  return BUILT_IN.find((each) => each.id === id);
}
