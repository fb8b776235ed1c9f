import { sql } from 'kysely';
import type { Decimal } from '#core/decimal.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';

/** An issued invoice with an outstanding amount. */
export interface OpenInvoice {
  id: string;
  accountId: string | null;
  dueDate: Temporal.Instant;
  /** The unpaid amount. */
  outstanding: Decimal;
}

/**
 * Lists unpaid invoices due in `[from, until)`, earliest first; of one account or of all. At most `limit`.
 */
export async function listOpenInvoices(
  tx: Tx,
  org: Org,
  requested: { accountId?: string; from?: Temporal.Instant; until?: Temporal.Instant; limit: number },
): Promise<OpenInvoice[]> {
  const { accountId, from, until, limit } = requested;
  let query = tx
    .selectFrom('invoices')
    .select(['id', 'accountId', 'dueDate', 'totalAmount', 'paidAmount'])
    .where('orgId', '=', org.orgId)
    // Literal in the statement, because the index of open invoices only contains these.
    .where(sql<boolean>`status in ('DUE', 'PARTIALLY_PAID')`)
    .where('invoiceClass', '=', 'INVOICE');
  if (accountId !== undefined) query = query.where('accountId', '=', accountId);
  if (from) query = query.where('dueDate', '>=', from);
  if (until) query = query.where('dueDate', '<', until);
  const rows = await query.orderBy('dueDate').orderBy('id').limit(limit).execute();
  return rows.flatMap(({ totalAmount, paidAmount, dueDate, ...row }) =>
    dueDate ? [{ ...row, dueDate, outstanding: totalAmount.minus(paidAmount) }] : [],
  );
}
