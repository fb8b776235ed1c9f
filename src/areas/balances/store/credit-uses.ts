import { sql } from 'kysely';
import type { InvoiceStatus } from '#areas/invoices/index.ts';
import type { Decimal } from '#core/decimal.ts';
import type { Tx } from '#platform/db/database.ts';
import { findPage } from '#platform/db/page.ts';
import type { ListSpec, PageRequest } from '#platform/http/list.ts';
import type { Org } from '#platform/http/operation.ts';
import { CREDIT_USE_STATES } from '../trace-schema.ts';

export const creditUseList: ListSpec = {
  maxPageSize: 100,
  defaultPageSize: 50,
  filters: {
    state: { column: 'u.state', kind: 'enum', values: CREDIT_USE_STATES },
    invoice_id: { column: 'u.invoice_id', kind: 'text' },
  },
  searchable: {},
  sortable: {
    used_at: { column: 'u.used_at', kind: 'instant' },
    id: { column: 'u.id', kind: 'text' },
  },
  defaultSort: [
    ['used_at', 'DESC'],
    ['id', 'ASC'],
  ],
  tieBreaker: 'id',
};

export interface CreditUseRow {
  id: string;
  state: (typeof CREDIT_USE_STATES)[number];
  invoiceId: string;
  sequenceId: string | null;
  invoiceStatus: InvoiceStatus;
  startDate: Temporal.Instant;
  endDate: Temporal.Instant;
  lineId: string | null;
  amount: Decimal;
  usedAt: Temporal.Instant;
}

/** What issued invoices took of a credit, line by line, and what drafts would take. */
export function listCreditUses(
  tx: Tx,
  org: Org,
  { creditId, page }: { creditId: string; page: PageRequest },
): Promise<{ rows: CreditUseRow[]; nextToken: string | null }> {
  const rows = sql<CreditUseRow>`(
    select t.id, t.state, t.invoice_id, i.sequence_id, i.status as invoice_status, i.start_at as start_date,
      i.end_at as end_date, t.line_id, t.amount, coalesce(t.used_at, i.updated_at) as used_at
    from (
      select u.invoice_id || ' ' || u.line_id as id, 'USED' as state, u.invoice_id, u.line_id, u.amount,
        u.created_at as used_at
      from credit_uses u where u.org_id = ${org.orgId} and u.credit_id = ${creditId}
      union all
      select h.invoice_id || ' ', 'HELD', h.invoice_id, null, h.amount, null
      from credit_holds h where h.org_id = ${org.orgId} and h.credit_id = ${creditId} and h.amount > 0) t
    join invoices i on i.org_id = ${org.orgId} and i.id = t.invoice_id)`;
  const query = tx.selectFrom(rows.as('u')).selectAll();
  // The columns of a subquery are known to its reader, not to the types of the tables.
  return findPage(query as never, page) as unknown as ReturnType<typeof listCreditUses>;
}
