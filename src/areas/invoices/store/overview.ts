import { sql } from 'kysely';
import type { Decimal } from '#core/decimal.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import type { InvoiceRow } from './invoices.ts';

/** What an account has to pay. */
export interface OpenSums {
  openInvoices: number;
  balanceDue: Decimal;
  overdueAmount: Decimal;
  /** Of what is not overdue yet; null when nothing is open. */
  nextDueDate: Temporal.Instant | null;
}

/** Orders are no debts: what nobody pays is not granted. */
export async function sumOpen(
  tx: Tx,
  org: Org,
  asked: { accountId: string; now: Temporal.Instant },
): Promise<OpenSums> {
  const { accountId, now } = asked;
  // The condition stands in the text of the statement, because the index holds open invoices only.
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

/** The last documents of an account, newest first. */
export async function listLast(
  tx: Tx,
  org: Org,
  asked: { accountId: string; limit: number },
): Promise<BriefRow[]> {
  const rows = await tx
    .selectFrom('invoices')
    .select(SHOWN)
    .where('orgId', '=', org.orgId)
    .where('accountId', '=', asked.accountId)
    .where(sql<boolean>`status <> 'DRAFT'`)
    .orderBy('invoiceDate', 'desc')
    .orderBy(sql`id collate "C"`)
    .limit(asked.limit)
    .execute();
  return rows as BriefRow[];
}

/** The draft of the cycle that runs `now`, as it is stored; null outside of any plan. */
export async function findRunning(
  tx: Tx,
  org: Org,
  asked: { accountId: string; now: Temporal.Instant },
): Promise<InvoiceRow | null> {
  const row = await tx
    .selectFrom('invoices')
    .selectAll()
    .where('orgId', '=', org.orgId)
    .where('accountId', '=', asked.accountId)
    .where('status', '=', sql.lit('DRAFT'))
    .where('invoiceType', '=', 'STANDARD')
    .where('startAt', '<=', asked.now)
    .where('endAt', '>', asked.now)
    .orderBy('startAt', 'desc')
    .limit(1)
    .executeTakeFirst();
  return (row as InvoiceRow | undefined) ?? null;
}
