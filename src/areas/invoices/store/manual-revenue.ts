import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';

export interface ManualInvoiceRow {
  accountId: string;
  customerId: string;
  currency: string;
  endAt: Temporal.Instant;
  inputs: string;
  document: string;
}

/** Lists issued manual invoices and credit notes whose period has its last instant in `[from, until)`. */
export async function listManualInvoices(
  tx: Tx,
  org: Org,
  requested: {
    accountIds?: string[];
    customerIds?: string[];
    from: Temporal.Instant;
    until: Temporal.Instant;
  },
): Promise<ManualInvoiceRow[]> {
  const { accountIds = null, customerIds = null, from, until } = requested;
  const { rows } = await sql<ManualInvoiceRow>`
    select account_id, customer_id, currency, end_at, inputs, document
    from invoices
    where org_id = ${org.orgId} and invoice_type = 'CUSTOM' and finalizing_status = 'FINALIZED'
      and status <> 'VOID' and end_at > ${from} and end_at <= ${until} and account_id is not null
      and (not metadata ? 'adjusts' or (metadata ? 'reason' and not metadata ? 'refundMode'))
      and (${accountIds}::text[] is null or account_id = any(${accountIds}::text[]))
      and (${customerIds}::text[] is null or customer_id = any(${customerIds}::text[]))
    order by id collate "C"`.execute(tx);
  return rows;
}
