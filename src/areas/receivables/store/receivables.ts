import { type SqlBool, sql } from 'kysely';
import type { Decimal } from '#core/decimal.ts';
import type { Tx } from '#platform/db/database.ts';
import { filterConditions, findPage } from '#platform/db/page.ts';
import type { ListSpec, PageRequest } from '#platform/http/list.ts';
import type { Org } from '#platform/http/operation.ts';
import type { AgeBounds } from '../rules.ts';
import { DEBTOR_TYPES, RECEIVABLE_STATES } from '../schema.ts';

export const receivableList: ListSpec = {
  maxPageSize: 100,
  defaultPageSize: 50,
  filters: {
    currency: { column: 'r.currency', kind: 'text' },
    state: { column: 'r.state', kind: 'enum', values: RECEIVABLE_STATES },
    debtor_type: { column: 'r.debtor_type', kind: 'enum', values: DEBTOR_TYPES },
    debtor_id: { column: 'r.debtor_id', kind: 'text' },
  },
  searchable: { name: 'r.debtor_name', id: 'r.debtor_id' },
  sortable: {
    currency: { column: 'r.currency', kind: 'text' },
    overdue: { column: 'r.overdue_amount', kind: 'number' },
    outstanding: { column: 'r.outstanding_amount', kind: 'number' },
    over_90_days: { column: 'r.over90_days', kind: 'number' },
    unapplied: { column: 'r.unapplied_amount', kind: 'number' },
    name: { column: 'r.debtor_name', kind: 'text' },
    id: { column: 'r.id', kind: 'text' },
  },
  // Amounts of different currencies are not compared.
  defaultSort: [
    ['currency', 'ASC'],
    ['overdue', 'DESC'],
    ['id', 'ASC'],
  ],
  tieBreaker: 'id',
};

interface Sums {
  currency: string;
  outstandingAmount: Decimal;
  overdueAmount: Decimal;
  current: Decimal;
  days1To30: Decimal;
  days31To60: Decimal;
  days61To90: Decimal;
  over90Days: Decimal;
  unappliedAmount: Decimal;
  openInvoices: number;
}

export interface ReceivableRow extends Sums {
  id: string;
  debtorType: (typeof DEBTOR_TYPES)[number];
  debtorId: string;
  debtorName: string;
  oldestDueDate: Temporal.Instant | null;
}

export interface ReceivableTotal extends Sums {
  debtors: number;
}

interface Wanted {
  page: PageRequest;
  bounds: AgeBounds;
  timeZone: string;
}

/**
 * Open invoices and wallets by debtor and currency, as one table. The condition of open invoices is literal,
 * so that `invoices_receivable` holds all that is read of them; orders are no debts.
 */
function receivables(tx: Tx, org: Org, { bounds }: Pick<Wanted, 'bounds'>) {
  const { today, days30, days60, days90 } = bounds;
  const rows = sql<ReceivableRow>`(
    with open as (
      select i.customer_id, case when i.customer_id is null then i.group_id end as group_id, i.currency,
        sum(i.total_amount - i.paid_amount) as outstanding_amount,
        coalesce(sum(i.total_amount - i.paid_amount) filter (where i.due_date < ${today}), 0)
          as overdue_amount,
        coalesce(sum(i.total_amount - i.paid_amount)
          filter (where i.due_date >= ${today}), 0) as current,
        coalesce(sum(i.total_amount - i.paid_amount)
          filter (where i.due_date < ${today} and i.due_date >= ${days30}), 0) as days1_to30,
        coalesce(sum(i.total_amount - i.paid_amount)
          filter (where i.due_date < ${days30} and i.due_date >= ${days60}), 0) as days31_to60,
        coalesce(sum(i.total_amount - i.paid_amount)
          filter (where i.due_date < ${days60} and i.due_date >= ${days90}), 0) as days61_to90,
        coalesce(sum(i.total_amount - i.paid_amount) filter (where i.due_date < ${days90}), 0)
          as over90_days,
        count(*)::int as open_invoices, min(i.due_date) as oldest_due_date
      from invoices i
      where i.org_id = ${org.orgId} and i.status in ('DUE', 'PARTIALLY_PAID')
        and i.invoice_class = 'INVOICE' and i.due_date is not null
      group by 1, 2, 3),
    unapplied as (
      select a.customer_id, a.invoice_currency as currency, sum(w.balance + w.hold_amount) as amount
      from wallets w join accounts a on a.org_id = w.org_id and a.id = w.account_id
      where w.org_id = ${org.orgId} and w.balance + w.hold_amount > 0
      group by 1, 2),
    debtors as (
      select coalesce(o.customer_id, u.customer_id) as customer_id, o.group_id,
        coalesce(o.currency, u.currency) as currency,
        coalesce(o.outstanding_amount, 0) as outstanding_amount,
        coalesce(o.overdue_amount, 0) as overdue_amount, coalesce(o.current, 0) as current,
        coalesce(o.days1_to30, 0) as days1_to30, coalesce(o.days31_to60, 0) as days31_to60,
        coalesce(o.days61_to90, 0) as days61_to90, coalesce(o.over90_days, 0) as over90_days,
        coalesce(o.open_invoices, 0) as open_invoices, o.oldest_due_date,
        coalesce(u.amount, 0) as unapplied_amount
      from open o full join unapplied u on u.customer_id = o.customer_id and u.currency = o.currency)
    select d.*, case when d.customer_id is null then 'INVOICE_GROUP' else 'CUSTOMER' end as debtor_type,
      coalesce(d.customer_id, d.group_id) as debtor_id,
      coalesce(c.name, g.name, d.customer_id, d.group_id) as debtor_name,
      case when d.overdue_amount > 0 then 'OVERDUE' when d.open_invoices > 0 then 'CURRENT'
        else 'NOTHING_OPEN' end as state,
      d.currency || case when d.customer_id is null then ':group:' else ':customer:' end
        || coalesce(d.customer_id, d.group_id) as id
    from debtors d
    left join customers c on c.org_id = ${org.orgId} and c.id = d.customer_id
    left join invoice_groups g on g.org_id = ${org.orgId} and g.id = d.group_id)`;
  return tx.selectFrom(rows.as('r'));
}

export function listReceivables(
  tx: Tx,
  org: Org,
  { page, ...wanted }: Wanted,
): Promise<{ rows: ReceivableRow[]; nextToken: string | null }> {
  const query = receivables(tx, org, wanted).selectAll();
  // The columns of a subquery are known to its reader, not to the types of the tables.
  return findPage(query as never, page, { timeZone: wanted.timeZone }) as unknown as Promise<{
    rows: ReceivableRow[];
    nextToken: string | null;
  }>;
}

/** By currency: the rows that match the filters of a page request, on whatever page. */
export async function sumReceivables(
  tx: Tx,
  org: Org,
  { page, ...wanted }: Wanted,
): Promise<ReceivableTotal[]> {
  const sum = (column: string) => sql<Decimal>`sum(${sql.ref(`r.${column}`)})`;
  let query = receivables(tx, org, wanted).select([
    sql<string>`r.currency`.as('currency'),
    sql<number>`count(*)::int`.as('debtors'),
    sql<number>`sum(r.open_invoices)::int`.as('openInvoices'),
    sum('outstanding_amount').as('outstandingAmount'),
    sum('overdue_amount').as('overdueAmount'),
    sum('current').as('current'),
    sum('days1_to30').as('days1To30'),
    sum('days31_to60').as('days31To60'),
    sum('days61_to90').as('days61To90'),
    sum('over90_days').as('over90Days'),
    sum('unapplied_amount').as('unappliedAmount'),
  ]);
  for (const condition of filterConditions(page, wanted)) query = query.where(condition as typeof TRUE);
  return query.groupBy(sql`r.currency`).orderBy(sql`r.currency`).execute();
}

/** What is open in all, by currency. */
export async function sumOutstanding(tx: Tx, org: Org): Promise<{ currency: string; amount: Decimal }[]> {
  const { rows } = await sql<{ currency: string; amount: Decimal }>`
    select i.currency, sum(i.total_amount - i.paid_amount) as amount from invoices i
    where i.org_id = ${org.orgId} and i.status in ('DUE', 'PARTIALLY_PAID')
      and i.invoice_class = 'INVOICE' and i.due_date is not null
    group by 1`.execute(tx);
  return rows;
}

const TRUE = sql<SqlBool>`true`;
