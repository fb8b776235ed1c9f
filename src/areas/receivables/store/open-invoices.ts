import { sql } from 'kysely';
import type { Decimal } from '#core/decimal.ts';
import type { Tx } from '#platform/db/database.ts';
import { findPage } from '#platform/db/page.ts';
import type { ListSpec, PageRequest } from '#platform/http/list.ts';
import type { Org } from '#platform/http/operation.ts';
import { AGES, type AgeBounds } from '../rules.ts';

export const openInvoiceList: ListSpec = {
  maxPageSize: 100,
  defaultPageSize: 50,
  filters: {
    customer_id: { column: 'i.customer_id', kind: 'text' },
    account_id: { column: 'i.account_id', kind: 'text' },
    invoice_group_id: { column: 'i.group_id', kind: 'text' },
    currency: { column: 'i.currency', kind: 'text' },
    age: { column: 'i.age', kind: 'enum', values: AGES },
  },
  searchable: {
    number: 'i.sequence_id',
    customer_name: 'i.customer_name',
    account_name: 'i.account_name',
    account_id: 'i.account_id',
  },
  sortable: {
    due_date: { column: 'i.due_date', kind: 'instant' },
    outstanding: { column: 'i.outstanding_amount', kind: 'number' },
    id: { column: 'i.id', kind: 'text' },
  },
  defaultSort: [
    ['due_date', 'ASC'],
    ['id', 'ASC'],
  ],
  tieBreaker: 'id',
};

export interface OpenInvoiceRow {
  id: string;
  sequenceId: string | null;
  accountId: string | null;
  accountName: string | null;
  customerId: string | null;
  customerName: string | null;
  groupId: string | null;
  groupName: string | null;
  status: 'DUE' | 'PARTIALLY_PAID';
  invoiceDate: Temporal.Instant;
  dueDate: Temporal.Instant;
  age: (typeof AGES)[number];
  currency: string;
  totalAmount: Decimal;
  paidAmount: Decimal;
  outstandingAmount: Decimal;
}

export function listOpenInvoices(
  tx: Tx,
  org: Org,
  { page, bounds, timeZone }: { page: PageRequest; bounds: AgeBounds; timeZone: string },
): Promise<{ rows: OpenInvoiceRow[]; nextToken: string | null }> {
  const { today, days30, days60, days90 } = bounds;
  // Literal in the statement, because the index of open invoices only contains these.
  const rows = sql<OpenInvoiceRow>`(
    select i.id, i.sequence_id, i.account_id, i.account_name, i.customer_id,
      i.customer_name, i.group_id, g.name as group_name, i.status, i.invoice_date,
      i.due_date, i.currency, i.total_amount, i.paid_amount,
      i.total_amount - i.paid_amount as outstanding_amount,
      case when i.due_date >= ${today} then 'CURRENT'
        when i.due_date >= ${days30} then 'DAYS_1_TO_30' when i.due_date >= ${days60} then 'DAYS_31_TO_60'
        when i.due_date >= ${days90} then 'DAYS_61_TO_90' else 'OVER_90_DAYS' end as age
    from invoices i
    left join invoice_groups g on g.org_id = i.org_id and g.id = i.group_id
    where i.org_id = ${org.orgId} and i.status in ('DUE', 'PARTIALLY_PAID')
      and i.invoice_class = 'INVOICE' and i.due_date is not null)`;
  const query = tx.selectFrom(rows.as('i')).selectAll();
  // The columns of a subquery are known to its reader, not to the types of the tables.
  return findPage(query as never, page, { timeZone }) as unknown as Promise<{
    rows: OpenInvoiceRow[];
    nextToken: string | null;
  }>;
}
