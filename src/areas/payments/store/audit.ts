import { sql } from 'kysely';
import { type AuditedStretch, isWithin } from '#platform/db/audit-by-keys.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';

/** Lists payments whose records do not sum to their amount. */
export async function listUnevenPayments(
  tx: Tx,
  org: Org,
  { stretch, limit }: AuditedStretch,
): Promise<{ id: string; total: string; records: string }[]> {
  const { rows } = await sql<{ id: string; total: string; records: string }>`
    select p.id, p.total_amount::text as total, coalesce(sum(r.amount), 0)::text as records
    from payments p left join payment_records r on r.org_id = p.org_id and r.payment_id = p.id
    where p.org_id = ${org.orgId} and ${isWithin('p.id', stretch)}
    group by p.id, p.total_amount having coalesce(sum(r.amount), 0) <> p.total_amount
    order by p.id collate "C" limit ${limit}`.execute(tx);
  return rows;
}

/** An invoice whose paid amount differs from its allocations, or whose status does not match it. */
export interface PaidMismatch {
  id: string;
  status: string;
  total: string;
  paid: string;
  allocated: string;
  /** From the ledger. */
  booked: string;
}

export async function listPaidMismatches(
  tx: Tx,
  org: Org,
  { stretch, limit }: AuditedStretch,
): Promise<PaidMismatch[]> {
  const { rows } = await sql<PaidMismatch>`
    select i.id, i.status, i.total_amount::text as total, i.paid_amount::text as paid,
      a.total::text as allocated, a.booked::text as booked
    from invoices i
    cross join lateral (
      select coalesce(sum(a.amount), 0) as total, coalesce(-sum(p.amount), 0) as booked
      from invoice_allocations a
      left join ledger_postings p
        on p.org_id = a.org_id and p.movement_id = a.movement_id and p.book = 'INVOICES'
      where a.org_id = i.org_id and a.invoice_id = i.id) as a
    where i.org_id = ${org.orgId} and ${isWithin('i.id', stretch)}
      and (i.paid_amount <> a.total or a.total <> a.booked or not case i.status
        when 'PAID' then i.paid_amount = i.total_amount
        when 'PARTIALLY_PAID' then i.paid_amount > 0 and i.paid_amount < i.total_amount
        when 'UN_COLLECTIBLE' then i.paid_amount < i.total_amount
        when 'REFUND_INITIATED' then i.paid_amount > 0 or i.total_amount < 0
        when 'REFUND_COMPLETED' then true
        else i.paid_amount = 0 end)
    order by i.id collate "C" limit ${limit}`.execute(tx);
  return rows;
}
