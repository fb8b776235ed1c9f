import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';

/** A stretch of rows in the order of their ids, and where the next one begins. */
interface Stretch {
  after: string;
  /** Null: to the end. */
  next: string | null;
}

interface Paging {
  page: Stretch;
  limit: number;
}

export async function findPaymentStretch(
  tx: Tx,
  org: Org,
  { after, limit }: { after: string; limit: number },
): Promise<Stretch> {
  const { rows } = await sql<{ last: string }>`
    select id as last from payments where org_id = ${org.orgId} and id collate "C" > ${after}
    order by id collate "C" offset ${limit - 1} limit 1`.execute(tx);
  return { after, next: rows[0]?.last ?? null };
}

/** Payments whose records do not come to them. */
export async function listUnevenPayments(
  tx: Tx,
  org: Org,
  { page, limit }: Paging,
): Promise<{ id: string; total: string; records: string }[]> {
  const { rows } = await sql<{ id: string; total: string; records: string }>`
    select p.id, p.total_amount::text as total, coalesce(sum(r.amount), 0)::text as records
    from payments p left join payment_records r on r.org_id = p.org_id and r.payment_id = p.id
    where p.org_id = ${org.orgId} and p.id collate "C" > ${page.after}
      and (${page.next}::text is null or p.id collate "C" <= ${page.next})
    group by p.id, p.total_amount having coalesce(sum(r.amount), 0) <> p.total_amount
    order by p.id collate "C" limit ${limit}`.execute(tx);
  return rows;
}

export async function findInvoiceStretch(
  tx: Tx,
  org: Org,
  { after, limit }: { after: string; limit: number },
): Promise<Stretch> {
  const { rows } = await sql<{ last: string }>`
    select id as last from invoices where org_id = ${org.orgId} and id collate "C" > ${after}
    order by id collate "C" offset ${limit - 1} limit 1`.execute(tx);
  return { after, next: rows[0]?.last ?? null };
}

/** An invoice that is not paid with what was allocated to it, or whose status says something else. */
export interface PaidMismatch {
  id: string;
  status: string;
  total: string;
  paid: string;
  allocated: string;
  /** What the ledger says. */
  booked: string;
}

export async function listPaidMismatches(tx: Tx, org: Org, { page, limit }: Paging): Promise<PaidMismatch[]> {
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
    where i.org_id = ${org.orgId} and i.id collate "C" > ${page.after}
      and (${page.next}::text is null or i.id collate "C" <= ${page.next})
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
