import { type RawBuilder, sql } from 'kysely';
import { EVENT_STATUSES, eventStatusCode, statusesOf } from '#areas/usage/index.ts';
import type { Org } from '#platform/http/operation.ts';
import { journalRows } from './journal.ts';
import { marginRows } from './margin.ts';
import { revenueRows } from './revenue.ts';
import { type Summing, sumRows } from './sum-first.ts';

/** The parameters of a source's rows. */
export interface SourceContext {
  org: Org;
  now: Temporal.Instant;
  timeZone: string;
}

/**
 * The statement of a source: its columns by name, and the rows of one organization, or sums of them with the
 * columns that these have.
 */
export function sourceRows(
  name: string,
  context: SourceContext,
  summing: Summing | null = null,
): RawBuilder<unknown> {
  const rowsOf = Object.hasOwn(ROWS, name) ? ROWS[name] : undefined;
  if (!rowsOf) throw new RangeError(`the source ${name} has no rows`);
  const rows = rowsOf({ ...context, isSummed: summing !== null });
  const named = Object.hasOwn(NAMED, name) ? NAMED[name] : undefined;
  return named ? addNames(summing ? sumRows(rows, summing) : rows, context, named) : rows;
}

interface RowsContext extends SourceContext {
  /** Rows are only summed: several may stand for one. */
  isSummed: boolean;
}

const ROWS: Record<string, (context: RowsContext) => RawBuilder<unknown>> = {
  accounts: ({ org }) => sql`
    select id as account_id, customer_id, name, created_at, invoice_currency, primary_email,
      array_to_string(tags, ', ') as tags
    from accounts where org_id = ${org.orgId}`,
  customers: ({ org }) => sql`select id, name from customers where org_id = ${org.orgId}`,
  // Units by hour of additive meters; for other meters, hours say nothing about a longer time.
  usage: ({ org, isSummed }) => sql`
    select u.account_id, u.meter_id as billable_id, u.hour_at as event_time,
      ${isSummed ? sql`u.units` : sql`sum(u.units)`} as usage_units
    from usage_hours u
    join usage_meters m on m.org_id = u.org_id and m.id = u.meter_id and m.aggregation in ('SUM', 'COUNT')
    where u.org_id = ${org.orgId} ${isSummed ? sql`` : sql`group by 1, 2, 3`}`,
  events: ({ org }) => sql`
    select event_id_text(nullif(e.event_id, '')) as event_id, c.account_id, c.customer_id,
      e.event_time as event_source_time, ${STATUS} as ingestion_status
    from events e join event_contexts c on c.org_id = e.org_id and c.context_id = e.context_id
    where e.org_id = ${org.orgId}`,
  invoices: ({ org }) => sql`
    select id, owner_id, customer_id, total_amount, status, due_date, invoice_class as class, created_at,
      currency, paid_amount, sequence_id as number
    from invoices where org_id = ${org.orgId}`,
  license_entries: ({ org }) => sql`
    select account_id, license_id, effective_from, level as quantity, created_at
    from license_updates where org_id = ${org.orgId}`,
  revenue: revenueRows,
  journal: journalRows,
  margin: marginRows,
  credit_liability: ({ org }) => sql`
    select id as credit_id, account_id, credit_unit as currency, purpose,
      to_char(effective_until, 'YYYY-MM-DD') as effective_until, credit_amount as granted,
      consumed_amount as consumed, forfeited_amount as forfeited, hold_amount as held,
      credit_amount - consumed_amount - forfeited_amount as remaining
    from credits where org_id = ${org.orgId} and status = 'ACTIVE'`,
  // The open amount, in the column for the local days since the due date.
  receivables: ({ org, now, timeZone }) => sql`
    select r.*, case when days_overdue <= 0 then open_amount else 0 end as not_due,
      case when days_overdue between 1 and 30 then open_amount else 0 end as days_1_30,
      case when days_overdue between 31 and 60 then open_amount else 0 end as days_31_60,
      case when days_overdue between 61 and 90 then open_amount else 0 end as days_61_90,
      case when days_overdue > 90 then open_amount else 0 end as days_over_90
    from (
      select id as invoice_id, owner_id, customer_id, sequence_id as number, currency, due_date,
        total_amount, total_amount - paid_amount as open_amount,
        greatest((${now}::timestamptz at time zone ${timeZone})::date
          - (due_date at time zone ${timeZone})::date, 0) as days_overdue
      from invoices
      where org_id = ${org.orgId} and invoice_class = 'INVOICE' and status in ('DUE', 'PARTIALLY_PAID')
        and merged_into is null) as r`,
  unprocessed_events: ({ org }) => eventRows(org, sql`e.status > 3`, 'UNPROCESSED'),
  unmatched_events: ({ org }) => eventRows(org, sql`e.status between 2 and 3`, 'UNMATCHED'),
};

/** Names to join to the ids of a source. */
interface Named {
  /** The column of the account, or of the invoice's group. */
  owner: 'account_id' | 'owner_id';
  /** Rows contain their customer at the time; otherwise it is the account's. */
  hasCustomer?: true;
  /** Rows also have a `billable_id`. */
  isSold?: true;
}

const NAMED: Record<string, Named> = {
  usage: { owner: 'account_id', isSold: true },
  events: { owner: 'account_id', hasCustomer: true },
  invoices: { owner: 'owner_id', hasCustomer: true },
  license_entries: { owner: 'account_id' },
  revenue: { owner: 'account_id', hasCustomer: true, isSold: true },
  margin: { owner: 'account_id', isSold: true },
  credit_liability: { owner: 'account_id' },
  journal: { owner: 'account_id' },
  receivables: { owner: 'owner_id', hasCustomer: true },
  unprocessed_events: { owner: 'account_id' },
  unmatched_events: { owner: 'account_id' },
};

/** Left joins by keys, which the database removes if a query does not use them. */
function addNames(rows: RawBuilder<unknown>, { org }: SourceContext, named: Named): RawBuilder<unknown> {
  const { owner, hasCustomer = false, isSold = false } = named;
  const own = (table: string) =>
    sql`${sql.ref(`${table}.org_id`)} = ${org.orgId} and ${sql.ref(`${table}.id`)}`;
  const id = sql.ref(`r.${owner}`);
  const name = sql.ref(owner === 'account_id' ? 'account_name' : 'owner_name');
  return sql`
    select r.*, coalesce(a.name, g.name) as ${name}, c.name as customer_name
      ${hasCustomer ? sql`` : sql`, a.customer_id`}
      ${
        isSold
          ? sql`, coalesce(m.name, d.name, f.name, p.name) as billable_name,
        ${BILLABLE_TYPE} as billable_type`
          : sql``
      }
    from (${rows}) as r
    left join accounts a on ${own('a')} = ${id}
    left join invoice_groups g on ${own('g')} = ${id}
    left join customers c on ${own('c')} = ${sql.ref(hasCustomer ? 'r.customer_id' : 'a.customer_id')}
    ${isSold ? joinBillables(own) : sql``}`;
}

/** A charge has none. */
const BILLABLE_TYPE = sql`case when m.id is not null then 'METER' when d.id is not null then 'ADD_ON'
  when f.id is not null then 'FEATURE' when p.id is not null then 'PLAN' end`;

/** A charge is not a billable: its id is its name. */
function joinBillables(own: (table: string) => RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    left join usage_meters m on ${own('m')} = r.billable_id
    left join add_ons d on ${own('d')} = r.billable_id
    left join features f on ${own('f')} = r.billable_id
    left join price_plans p on ${own('p')} = r.billable_id`;
}

/** The name of a stored status: codes start at 1. */
const STATUS_NAMES = [...EVENT_STATUSES].sort((a, b) => eventStatusCode(a) - eventStatusCode(b));
const STATUS = sql`(${STATUS_NAMES}::text[])[e.status]`;

/** Events of some statuses; the condition repeats that of the partial index. */
function eventRows(org: Org, isIndexed: RawBuilder<unknown>, statuses: 'UNPROCESSED' | 'UNMATCHED') {
  return sql`
    select event_id_text(nullif(e.event_id, '')) as event_id, c.schema_name, c.account_id,
      e.event_time as event_source_time, e.received_at, ${STATUS} as ingestion_status,
      nullif(e.detail, '')::jsonb ->> 'description' as reason
    from events e join event_contexts c on c.org_id = e.org_id and c.context_id = e.context_id
    where e.org_id = ${org.orgId} and ${isIndexed}
      and e.status = any(${statusesOf(statuses).map(eventStatusCode)}::int2[])`;
}
