import { sql } from 'kysely';
import type { Decimal } from '#core/decimal.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';

/** The amount of a wallet top-up, and its unused part. */
export interface TopupRow {
  amount: Decimal;
  /** 0 or more. */
  unused: Decimal;
}

/**
 * Finds the amount that the purchase of an order put into the locked wallet of its account; null if it has
 * not, or not yet. Wallet money is spent oldest first, and holds for drafts count as spent: the unused part
 * is the free balance not explained by newer money. A reversal or a top-up refund takes out its own money; a
 * rejected refund puts it back in its place.
 */
export async function findTopup(
  tx: Tx,
  org: Org,
  wanted: { accountId: string; purchaseId: string },
): Promise<TopupRow | null> {
  const { accountId, purchaseId } = wanted;
  const { rows } = await sql<TopupRow>`
    with entries as (
      select e.ordinal, e.transaction_type = 'CREDITED' as is_credit, e.amount, m.kind,
        case when i.invoice_type = 'ADHOC_ADVANCED' and i.plan_id is null then i.metadata ->> 'purchaseId'
          else coalesce(e.entity_id, e.id) end as source
      from wallet_entries e
      left join ledger_movements m on m.org_id = e.org_id and m.id = e.movement_id
      left join invoices i on i.org_id = e.org_id and i.id = e.entity_id and m.kind = 'REFUND'
      where e.org_id = ${org.orgId} and e.account_id = ${accountId}
    ), sources as (
      select source, min(ordinal) filter (where is_credit) as since,
        sum(case when is_credit then amount else -amount end) as net,
        sum(amount) filter (where is_credit and kind = 'WALLET_TOPUP') as bought
      from entries where is_credit or kind in ('REFUND', 'REVERSAL') group by source
    )
    select s.bought as amount, greatest(0, least(s.net, w.balance - (
        select coalesce(sum(n.net), 0) from sources n where n.since > s.since))) as unused
    from sources s join wallets w on w.org_id = ${org.orgId} and w.account_id = ${accountId}
    where s.source = ${purchaseId} and s.bought is not null`.execute(tx);
  return rows[0] ?? null;
}
