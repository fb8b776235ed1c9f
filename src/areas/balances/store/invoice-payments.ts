import { sql } from 'kysely';
import type { Decimal } from '#core/decimal.ts';
import type { Tx } from '#platform/db/database.ts';
import { findPage } from '#platform/db/page.ts';
import type { ListSpec, PageRequest } from '#platform/http/list.ts';
import type { Org } from '#platform/http/operation.ts';

export const invoicePaymentList: ListSpec = {
  maxPageSize: 100,
  defaultPageSize: 50,
  filters: {},
  searchable: {},
  sortable: { created_at: { column: 'p.number', kind: 'number' } },
  defaultSort: [['created_at', 'ASC']],
  tieBreaker: 'created_at',
};

export interface InvoicePaymentRow {
  number: number;
  kind: 'PAYMENT' | 'WALLET' | 'REVERSAL';
  accountId: string;
  paymentId: string | null;
  reference: string | null;
  amount: Decimal;
  createdAt: Temporal.Instant;
}

/** What paid an invoice, and what was taken back, oldest first. */
export function listInvoicePayments(
  tx: Tx,
  org: Org,
  { invoiceId, page }: { invoiceId: string; page: PageRequest },
): Promise<{ rows: InvoicePaymentRow[]; nextToken: string | null }> {
  const rows = sql<InvoicePaymentRow>`(
    select a.id as number, a.kind, a.account_id, a.payment_id, p.transaction_number as reference, a.amount,
      a.created_at
    from invoice_allocations a
    left join payments p on p.org_id = a.org_id and p.id = a.payment_id
    where a.org_id = ${org.orgId} and a.invoice_id = ${invoiceId})`;
  const query = tx.selectFrom(rows.as('p')).selectAll();
  // The columns of a subquery are known to its reader, not to the types of the tables.
  return findPage(query as never, page) as unknown as ReturnType<typeof listInvoicePayments>;
}
