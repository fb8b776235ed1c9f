import { type RawBuilder, sql } from 'kysely';
import type { SourceContext } from './sources.ts';

/**
 * Revenue of issued invoices by line, before credits and taxes, in the time of the charged period. Money paid
 * into a wallet is not revenue; what the wallet pays for is. The lines were kept when the invoice was
 * finalized (`revenue_lines_of` in the migrations).
 */
export function revenueRows({ org }: Pick<SourceContext, 'org'>): RawBuilder<unknown> {
  return sql`
    select coalesce(i.account_id, i.group_id) as account_id, i.customer_id, i.start_at as revenue_time,
      line.amount as revenue_invoice_currency, line.billable_id,
      line.amount * case when i.currency = o.base_currency then 1 else coalesce(
        (select r.rate from currency_rates r where r.org_id = i.org_id and r.currency = i.currency
          and r.effective_from <= (i.start_at at time zone o.timezone)::date
          order by r.effective_from desc limit 1), c.rate) end as revenue_base_currency,
      i.currency, i.id as invoice_id
    from invoices i join organizations o on o.org_id = i.org_id
    left join organization_currencies c on c.org_id = i.org_id and c.currency = i.currency
    join invoice_revenue line on line.org_id = i.org_id and line.invoice_id = i.id
    where i.org_id = ${org.orgId} and i.invoice_class = 'INVOICE'
      and i.finalizing_status = 'FINALIZED' and i.status <> 'VOID'
      and not exists (
        select from purchases p where p.org_id = i.org_id and p.type = 'WALLET_TOPUP'
          and p.invoice_id = coalesce(i.metadata ->> 'adjusts', i.id))`;
}
