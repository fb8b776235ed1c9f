import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import type { InvoicesTable } from '../tables.ts';

export type RevenueInvoiceRow = Pick<InvoicesTable, 'invoiceType' | 'status'> & {
  scheduleId: string;
  cycleStart: Temporal.PlainDate;
  /** Null unless the invoice is issued, holds and may add to the revenue of its cards. */
  inputs: string | null;
  document: string | null;
};

/** The cycle invoices of accounts for days in `[from, until)`; of one that was made again, the newer. */
export async function listRevenueInvoices(
  tx: Tx,
  org: Org,
  asked: { accountIds: readonly string[]; from: Temporal.Instant; until: Temporal.Instant },
): Promise<RevenueInvoiceRow[]> {
  const isRead = sql`may_add_revenue and finalizing_status = 'FINALIZED' and status <> 'VOID'`;
  const { rows } = await sql<RevenueInvoiceRow>`
    select schedule_id, cycle_start, invoice_type, status,
      case when ${isRead} then inputs end as inputs, case when ${isRead} then document end as document
    from invoices
    where org_id = ${org.orgId} and account_id = any(${asked.accountIds})
      and invoice_type in ('STANDARD', 'STANDARD_ADVANCED')
      and schedule_id is not null and cycle_start is not null and not metadata ? 'replacedBy'
      and start_at < ${asked.until} and end_at > ${asked.from}`.execute(tx);
  return rows;
}
