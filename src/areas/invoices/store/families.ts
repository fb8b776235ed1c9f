import { sql } from 'kysely';
import type { Decimal } from '#core/decimal.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';

/**
 * A document of the family of an invoice: the original invoice, its adjustments and its credit notes.
 * Excludes void ones.
 */
export interface FamilyMember {
  id: string;
  mergedInto: string | null;
  totalAmount: Decimal;
  paidAmount: Decimal;
  /** Returned by its own refund. */
  refundedAmount: Decimal;
  /** For a credit note that refunds the payer: the allocations and their amounts. */
  refundParts: { allocationId: number; amount: string }[] | null;
}

/**
 * Returns the family of an account's invoice; for a composite those of all its members, in the order of
 * their ids.
 */
export async function listFamilies(tx: Tx, org: Org, invoiceId: string): Promise<FamilyMember[]> {
  const { rows } = await sql<FamilyMember>`
    with originals as (
      select distinct coalesce(metadata ->> 'adjusts', id) as id from invoices
      where org_id = ${org.orgId} and (id = ${invoiceId} or merged_into = ${invoiceId}))
    select i.id, i.merged_into, i.total_amount, i.paid_amount,
      coalesce((i.metadata ->> 'refundedAmount')::numeric, 0) as refunded_amount,
      i.metadata -> 'refundParts' as refund_parts
    from invoices i
    where i.org_id = ${org.orgId} and i.status <> 'VOID' and i.invoice_type <> 'COMPOSITE'
      and (i.id in (select id from originals) or i.metadata ->> 'adjusts' in (select id from originals))
    order by i.id collate "C"`.execute(tx);
  return rows;
}
