import { sql } from 'kysely';
import type { Decimal } from '#core/decimal.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';

/** An issued invoice in advance, and its give-backs. */
export interface AuditedGiveBack {
  id: string;
  isVoid: boolean;
  /** The amount charged in money plus the credits that paid. */
  charged: Decimal;
  /** The amount charged in money. */
  requested: Decimal;
  /** Given back by settlements, taxes included, without the amounts that discounts paid. */
  settled: Decimal;
  /** The reduction of the money amount by settlements. */
  settledMoney: Decimal;
  /** Given back by credit notes and by its refund. */
  others: Decimal;
  /** The first line that gave back more than it charged; empty for its taxes. */
  exceededLine: string | null;
  /** The first line that a settlement reduced below the price of its used days. */
  usedLine: string | null;
}

/** In the order of the primary key, which `after` uses too. */
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
      order by id limit ${limit}),
    given as (
      select g.* from page join charge_give_backs g on g.org_id = page.org_id and g.invoice_id = page.id),
    valid as (select * from given where withdrawn_at is null)
    select i.id, i.status = 'VOID' as is_void, i.total_amount as requested,
      i.total_amount + coalesce((select sum(amount) from credit_uses
        where org_id = i.org_id and invoice_id = i.id), 0) as charged,
      coalesce((select sum(net) from valid
        where invoice_id = i.id and way = 'SETTLEMENT' and not is_discounted), 0) as settled,
      coalesce((select sum(money) from valid
        where invoice_id = i.id and way = 'SETTLEMENT'), 0) as settled_money,
      coalesce((i.metadata ->> 'refundedAmount')::numeric, 0) - coalesce((select sum(total_amount)
        from invoices where org_id = i.org_id and metadata ->> 'adjusts' = i.id and status <> 'VOID'
          and total_amount < 0), 0) as others,
      (select line_id from valid where invoice_id = i.id
        group by of, line_id, nth having sum(net) > max(charged) order by line_id limit 1) as exceeded_line,
      -- Charges of one line, as the last settlement left them. What came after that may leave less.
      (select settled.line_id from valid as settled join advance_charges c
          on c.org_id = i.org_id and c.account_id = i.account_id
          and c.charge -> 'billed' ->> 'invoiceId' = i.id
          and settled.key =
            concat(c.schedule_id, '#', c.cycle_start, '#', c.card_name, '#refund.', c.revision)
          and coalesce(jsonb_array_length(c.charge -> 'added'), 0) = 0 and not c.is_closed
        where settled.invoice_id = i.id and settled.of = 'GROSS'
          and settled.charged - (select sum(net) from given
            where invoice_id = i.id and of = 'GROSS' and line_id = settled.line_id and nth = settled.nth
              and id <= settled.id and (withdrawn_at is null or withdrawn_at > settled.created_at))
            < (c.charge -> 'billed' ->> 'left')::numeric
        order by settled.line_id limit 1) as used_line
    from page i order by i.id`.execute(tx);
  return rows;
}

/** A credit granted by a settlement, with the recorded give-backs in money and for discounts. */
export interface AuditedSettlementCredit {
  id: string;
  amount: Decimal;
  recorded: Decimal;
}

/** Lists those above the record, in the order of the primary key. */
export async function listUnrecordedCredits(
  tx: Tx,
  org: Org,
  limit: number,
): Promise<AuditedSettlementCredit[]> {
  const { rows } = await sql<AuditedSettlementCredit>`
    select * from (
      select c.id, c.credit_amount as amount, coalesce((
        select sum(case when of = 'INVOICE' then money - net when is_discounted then net else 0 end)
        from charge_give_backs
        where org_id = c.org_id and account_id = c.account_id and key = c.idempotency_key
          and withdrawn_at is null), 0) as recorded
      from credits c
      where c.org_id = ${org.orgId} and c.status <> 'VOIDED' and c.grantor_id is not null
        and c.idempotency_key ~ '#refund\\.\\d+(\\.\\d+)?$') as credit
    where amount > recorded order by id limit ${limit}`.execute(tx);
  return rows;
}

/**
 * Lists lines on top of charges without a charge, or with a void first line, on issued invoices, whatever is
 * left of them. Settlements of older releases have no lines.
 */
export async function listStrayLines(tx: Tx, org: Org, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select a.id from advance_adjustments a
    join invoices i on i.org_id = a.org_id and i.id = a.invoice_id and i.status not in ('DRAFT', 'VOID')
    cross join lateral (
      select bool_or(c.charge ? 'added') as is_known,
        coalesce(bool_or(base.status is distinct from 'VOID' and c.charge -> 'added' @>
          jsonb_build_array(jsonb_build_object('adjustmentId', a.id))), false) as is_charged
      from advance_charges c
      left join invoices base on base.org_id = c.org_id and base.id = c.charge -> 'billed' ->> 'invoiceId'
      where c.org_id = a.org_id and c.account_id = a.account_id and c.card_name = a.card ->> 'name'
        and c.cycle_start = (a.setting -> 'cycle' ->> 'start')::date) as charge
    where a.org_id = ${org.orgId} and is_known and not is_charged
    order by a.id limit ${limit}`.execute(tx);
  return rows.map(({ id }) => id);
}
