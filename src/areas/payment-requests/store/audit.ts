import { sql } from 'kysely';
import { COLLECT_INVOICE } from '#areas/invoices/index.ts';
import { type AuditedStretch, isWithin } from '#platform/db/audit-by-keys.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';

/**
 * Lists requests whose payment is not the one that they collected, or that have one without having
 * succeeded.
 */
export async function listUnevenRequests(
  tx: Tx,
  org: Org,
  { stretch, limit }: AuditedStretch,
): Promise<{ id: string; status: string; paymentId: string | null; payments: string }[]> {
  const { rows } = await sql<{ id: string; status: string; paymentId: string | null; payments: string }>`
    select r.id, r.status, r.payment_id, coalesce(p.ids, 'none') as payments
    from payment_requests r
    cross join lateral (
      select string_agg(id, ', ' order by id) as ids from payments
      where org_id = r.org_id and request_id = r.id and account_id = r.account_id) as p
    where r.org_id = ${org.orgId} and ${isWithin('r.id', stretch)}
      and ((r.status = 'SUCCEEDED') <> (p.ids is not null) or r.payment_id is distinct from p.ids)
    order by r.id collate "C" limit ${limit}`.execute(tx);
  return rows;
}

/** Lists open requests whose amount differs from the outstanding amount, unless a check is planned. */
export async function listIdleRequests(
  tx: Tx,
  org: Org,
  { stretch, limit }: AuditedStretch,
): Promise<{ id: string; amount: string; status: string; owed: string }[]> {
  const { rows } = await sql<{ id: string; amount: string; status: string; owed: string }>`
    select r.id, r.amount::text as amount, i.status, (i.total_amount - i.paid_amount)::text as owed
    from payment_requests r join invoices i on i.org_id = r.org_id and i.id = r.invoice_id
    where r.org_id = ${org.orgId} and ${isWithin('r.id', stretch)} and r.status = 'PENDING'
      and not (i.status in ('DUE', 'PARTIALLY_PAID') and i.total_amount - i.paid_amount = r.amount
        and i.merged_into is null)
      and not exists (select from scheduled_work
        where org_id = r.org_id and kind = ${COLLECT_INVOICE} and key = r.invoice_id and on_hold_at is null)
    order by r.id collate "C" limit ${limit}`.execute(tx);
  return rows;
}

/** Lists requests with more refunded than collected. */
export async function listOverRefunded(
  tx: Tx,
  org: Org,
  { stretch, limit }: AuditedStretch,
): Promise<{ id: string; refunded: string; collected: string }[]> {
  const { rows } = await sql<{ id: string; refunded: string; collected: string }>`
    select r.id, f.total::text as refunded, coalesce(p.total_amount, 0)::text as collected
    from payment_requests r
    left join payments p on p.org_id = r.org_id and p.id = r.payment_id
    cross join lateral (
      select sum(amount) as total from payment_refunds
      where org_id = r.org_id and request_id = r.id and status <> 'FAILED') as f
    where r.org_id = ${org.orgId} and ${isWithin('r.id', stretch)}
      and f.total > coalesce(p.total_amount, 0)
    order by r.id collate "C" limit ${limit}`.execute(tx);
  return rows;
}
