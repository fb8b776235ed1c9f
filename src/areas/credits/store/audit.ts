import { sql } from 'kysely';
import type { Decimal } from '#core/decimal.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';

export interface AuditedCredit {
  id: string;
  creditUnit: string;
  creditAmount: Decimal;
  consumedAmount: Decimal;
  forfeitedAmount: Decimal;
  holdAmount: Decimal;
  /** From the transactions: taken by invoices and not restored. */
  taken: Decimal;
  /** From the transactions: expired or voided. */
  forfeited: Decimal;
  /** From the holds of drafts. */
  held: Decimal;
  /** An invoice whose uses do not sum to what it took; null if there is none. */
  oddInvoiceId: string | null;
}

/** Lists credits in the order of their ids, each with the sums of its ledgers. */
export async function listAuditedCredits(
  tx: Tx,
  org: Org,
  { after, limit }: { after: string; limit: number },
): Promise<AuditedCredit[]> {
  const { rows } = await sql<AuditedCredit>`
    select c.id, c.credit_unit, c.credit_amount, c.consumed_amount, c.forfeited_amount, c.hold_amount,
      t.taken, t.forfeited, h.held, odd.invoice_id as odd_invoice_id
    from (select * from credits where org_id = ${org.orgId} and id collate "C" > ${after}
      order by id collate "C" limit ${limit}) as c
    cross join lateral (
      select coalesce(sum(case transaction_type when 'DEBITED' then amount when 'CREDITED' then -amount end)
          filter (where invoice_id is not null), 0)
          as taken,
        coalesce(sum(amount) filter (where transaction_type in ('EXPIRED', 'VOIDED')), 0) as forfeited
      from credit_transactions where org_id = c.org_id and credit_id = c.id) as t
    cross join lateral (
      select coalesce(sum(amount), 0) as held from credit_holds
      where org_id = c.org_id and credit_id = c.id) as h
    left join lateral (
      select min(invoice_id) as invoice_id from (
        select invoice_id from (
          select invoice_id, amount from credit_transactions
          where org_id = c.org_id and credit_id = c.id and transaction_type = 'DEBITED'
          union all
          select invoice_id, -amount from credit_uses where org_id = c.org_id and credit_id = c.id) as sides
        group by invoice_id having sum(amount) <> 0) as differing) as odd on true
    order by c.id collate "C"`.execute(tx);
  return rows;
}
