import { sql } from 'kysely';
import type { Decimal } from '#core/decimal.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import type { InvoiceStatus } from '../schema.ts';
import type { InvoicesTable } from '../tables.ts';

export interface RunningBill extends Pick<InvoicesTable, 'id' | 'invoiceType'> {
  status: InvoiceStatus;
  startAt: Temporal.Instant;
  endAt: Temporal.Instant;
  currency: string;
  totalAmount: Decimal;
}

/** Bounds what a preview shows; no account has so many drafts. */
const MAX_BILLS = 500;

/** The drafts of an account, and the invoices that it got from an instant on, in the order of their days. */
export async function listRunningBills(
  tx: Tx,
  org: Org,
  { accountId, since }: { accountId: string; since: Temporal.Instant },
): Promise<RunningBill[]> {
  const { rows } = await sql<RunningBill>`
    select id, invoice_type, status, start_at, end_at, currency, total_amount from invoices
    where org_id = ${org.orgId} and account_id = ${accountId} and (status = 'DRAFT' or created_at >= ${since})
    order by start_at, invoice_date, id collate "C" limit ${MAX_BILLS}`.execute(tx);
  return rows;
}
