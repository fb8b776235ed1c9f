import { sql } from 'kysely';
import type { Decimal } from '#core/decimal.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import type { InvoiceRow } from './invoices.ts';

/** The sums that an account has to pay. */
export interface OpenSums {
  openInvoices: number;
  balanceDue: Decimal;
  overdueAmount: Decimal;
  /** Of invoices that are not overdue; null if nothing is open. */
  nextDueDate: Temporal.Instant | null;
}

/** Excludes orders, which are not debts: an unpaid order is not granted. */
export async function sumOpen(
  tx: Tx,
  org: Org,
  requested: { accountId: string; now: Temporal.Instant },
): Promise<OpenSums> {
  const { accountId, now } = requested;
  // The condition is literal in the statement, because the index only contains open invoices.
  const { rows } = await sql<OpenSums>`
    select count(*)::int as open_invoices,
      coalesce(sum(total_amount - paid_amount), 0) as balance_due,
      coalesce(sum(total_amount - paid_amount) filter (where due_date < ${now}), 0) as overdue_amount,
      min(due_date) filter (where due_date >= ${now}) as next_due_date
    from invoices
    where org_id = ${org.orgId} and account_id = ${accountId}
      and status in ('DUE', 'PARTIALLY_PAID') and invoice_class = 'INVOICE'`.execute(tx);
  return rows[0] as OpenSums;
}

const SHOWN = [
  ...(['id', 'invoiceClass', 'invoiceType', 'status', 'sequenceId', 'pdfFileId'] as const),
  ...(['startAt', 'endAt', 'invoiceDate', 'dueDate', 'totalAmount', 'paidAmount'] as const),
] as const;

export type BriefRow = Pick<InvoiceRow, (typeof SHOWN)[number]>;

/** Lists the last documents of an account, newest first. */
export async function listLast(
  tx: Tx,
  org: Org,
  requested: { accountId: string; limit: number },
): Promise<BriefRow[]> {
  const rows = await tx
    .selectFrom('invoices')
    .select(SHOWN)
    .where('orgId', '=', org.orgId)
    .where('accountId', '=', requested.accountId)
    .where(sql<boolean>`status <> 'DRAFT'`)
    .orderBy('invoiceDate', 'desc')
    .orderBy(sql`id collate "C"`)
    .limit(requested.limit)
    .execute();
  return rows as BriefRow[];
}

/** Finds the stored draft of the cycle that runs `now`; null outside of any plan. */
export async function findRunning(
  tx: Tx,
  org: Org,
  requested: { accountId: string; now: Temporal.Instant },
): Promise<InvoiceRow | null> {
  const row = await tx
    .selectFrom('invoices')
    .selectAll()
    .where('orgId', '=', org.orgId)
    .where('accountId', '=', requested.accountId)
    .where('status', '=', sql.lit('DRAFT'))
    .where('invoiceType', '=', 'STANDARD')
    .where('startAt', '<=', requested.now)
    .where('endAt', '>', requested.now)
    .orderBy('startAt', 'desc')
    .limit(1)
    .executeTakeFirst();
  return (row as InvoiceRow | undefined) ?? null;
}
