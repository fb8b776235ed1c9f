import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import type { AdvanceCharge, ChargeContent } from '../settlement/advance-charge.ts';
import type { InvoicesTable } from '../tables.ts';

export type RevenueInvoiceRow = Pick<InvoicesTable, 'id' | 'invoiceType' | 'status'> & {
  accountId: string;
  scheduleId: string;
  cycleStart: Temporal.PlainDate;
  /** Null unless the invoice is issued, valid and may add to the revenue of its cards. */
  inputs: string | null;
  document: string | null;
};

interface Requested {
  accountIds: readonly string[];
  from: Temporal.Instant;
  until: Temporal.Instant;
}

/** Lists the cycle invoices of accounts for days in `[from, until)`; after a reissue, the newer one. */
export async function listRevenueInvoices(
  tx: Tx,
  org: Org,
  requested: Requested,
): Promise<RevenueInvoiceRow[]> {
  const isRead = sql`may_add_revenue and finalizing_status = 'FINALIZED' and status <> 'VOID'`;
  const { rows } = await sql<RevenueInvoiceRow>`
    select id, account_id, schedule_id, cycle_start, invoice_type, status,
      case when ${isRead} then inputs end as inputs, case when ${isRead} then document end as document
    from invoices
    where org_id = ${org.orgId} and account_id = any(${requested.accountIds})
      and invoice_type in ('STANDARD', 'STANDARD_ADVANCED')
      and schedule_id is not null and cycle_start is not null and not metadata ? 'replacedBy'
      and start_at < ${requested.until} and end_at > ${requested.from}`.execute(tx);
  return rows;
}

/**
 * Lists charges in advance that were settled or created by a correction, of cycles that begin in the range,
 * except those that never add to the revenue of their card (`readChargeRevenue`).
 */
export async function listRevenueCharges(tx: Tx, org: Org, requested: Requested): Promise<AdvanceCharge[]> {
  // The first days of cycles are local.
  const { rows } = await sql<Omit<AdvanceCharge, 'content'> & { charge: ChargeContent }>`
    select account_id, schedule_id, cycle_start, invoice_id, revision, charge, is_closed
    from advance_charges
    where org_id = ${org.orgId} and account_id = any(${requested.accountIds})
      and cycle_start between ${requested.from}::timestamptz::date - 1
        and ${requested.until}::timestamptz::date + 1
      and charge -> 'card' ->> 'type' <> 'CREDIT_GRANT'
      and not (charge -> 'card' ->> 'type' = 'LICENSE'
        and (charge -> 'card' -> 'isProrated')::boolean and (charge -> 'isListed')::boolean)
    order by account_id, cycle_start, schedule_id, card_name collate "C"`.execute(tx);
  return rows.map(({ charge, ...row }) => ({ ...row, content: charge }));
}

export type AdjustingRow = Omit<RevenueInvoiceRow, 'id' | 'status' | 'inputs' | 'document'> & {
  inputs: string;
};

/**
 * Lists the adjustments of valid cycle invoices for late usage, with the cycle of the invoice and their
 * inputs.
 */
export async function listAdjustingInputs(tx: Tx, org: Org, requested: Requested): Promise<AdjustingRow[]> {
  const { rows } = await sql<AdjustingRow>`
    select o.account_id, o.schedule_id, o.cycle_start, o.invoice_type, a.inputs
    from invoices a join invoices o on o.org_id = a.org_id and o.id = a.metadata ->> 'adjusts'
    where a.org_id = ${org.orgId} and a.metadata ->> 'adjusts' is not null
      and a.account_id = any(${requested.accountIds}) and not a.metadata ? 'reason'
      and a.finalizing_status = 'FINALIZED' and a.status <> 'VOID' and not a.metadata ? 'replacedBy'
      and o.invoice_type = 'STANDARD' and o.status <> 'VOID' and not o.metadata ? 'replacedBy'
      and o.schedule_id is not null and o.cycle_start is not null
      and a.start_at < ${requested.until} and a.end_at > ${requested.from}`.execute(tx);
  return rows;
}
