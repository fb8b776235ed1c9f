import { sql } from 'kysely';
import type { Decimal } from '#core/decimal.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';

/** An issued invoice in advance, and what was given back of it. */
export interface AuditedGiveBack {
  id: string;
  isVoid: boolean;
  /** What it asked for in money, and what credits paid of it. */
  charged: Decimal;
  /** By settlements, before taxes. */
  settled: Decimal;
  /** By credit notes, and by its refund. */
  others: Decimal;
  /** The first line that gave back more than it charged. */
  exceededLine: string | null;
  /** The first credit of a settlement that says more than the record. */
  unrecordedCredit: string | null;
}

/** In the order of the primary key, which is the order of `after` too. */
export async function listAuditedGiveBacks(
  tx: Tx,
  org: Org,
  { after, limit }: { after: string; limit: number },
): Promise<AuditedGiveBack[]> {
  const { rows } = await sql<AuditedGiveBack>`
    with page as (
      select * from invoices
      where org_id = ${org.orgId} and id > ${after} and status <> 'DRAFT'
        and invoice_type in ('STANDARD_ADVANCED', 'ADHOC_ADVANCED')
      order by id limit ${limit})
    select i.id, i.status = 'VOID' as is_void,
      i.total_amount + coalesce((select sum(amount) from credit_uses
        where org_id = i.org_id and invoice_id = i.id), 0) as charged,
      coalesce((select sum(net) from charge_give_backs
        where org_id = i.org_id and invoice_id = i.id and way = 'SETTLEMENT' and withdrawn_at is null), 0)
        as settled,
      coalesce((i.metadata ->> 'refundedAmount')::numeric, 0) - coalesce((select sum(total_amount)
        from invoices where org_id = i.org_id and metadata ->> 'adjusts' = i.id and status <> 'VOID'
          and total_amount < 0), 0) as others,
      (select line_id from charge_give_backs
        where org_id = i.org_id and invoice_id = i.id and withdrawn_at is null
        group by of, line_id, nth having sum(net) > max(charged) order by line_id limit 1) as exceeded_line,
      -- Where something came on top later, a part of a credit may be of that.
      (select c.id from credits c
        where c.org_id = i.org_id and c.account_id = i.account_id and c.status <> 'VOIDED'
          and starts_with(c.idempotency_key, i.schedule_id || '#' || i.cycle_start || '#')
          and c.idempotency_key ~ '#refund\\.\\d+$' and not i.metadata ? 'replacedBy'
          and not exists (select from advance_adjustments
            where org_id = i.org_id and account_id = i.account_id)
          and c.credit_amount > coalesce((select sum(net) from charge_give_backs
            where org_id = c.org_id and account_id = c.account_id and key = c.idempotency_key
              and withdrawn_at is null), 0)
        order by c.id limit 1) as unrecorded_credit
    from page i order by i.id`.execute(tx);
  return rows;
}
