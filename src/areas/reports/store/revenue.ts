import { type RawBuilder, sql } from 'kysely';
import { SOLD_LINES } from '#core/invoice/revenue-lines.ts';
import type { SourceContext } from './sources.ts';

/**
 * Revenue of issued invoices by line, before credits and taxes, in the time of the charged period. Money paid
 * into a wallet is not revenue; what the wallet pays for is. A group invoice contributes only its own lines,
 * because the lines of its members are on their invoices. An adjustment has the lines in which it differs,
 * and the terms of its original.
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
    cross join lateral (
      select i.document::jsonb as document, coalesce(i.inputs::jsonb -> 'after', i.inputs::jsonb) as terms
    ) as stored
    cross join lateral (${COUNTED}) as counted
    cross join lateral (${LINES}) as line
    where i.org_id = ${org.orgId} and i.invoice_class = 'INVOICE'
      and i.finalizing_status = 'FINALIZED' and i.status <> 'VOID'
      and (i.invoice_type <> 'COMPOSITE' or stored.terms ? 'charges')
      and not exists (
        select from purchases p where p.org_id = i.org_id and p.type = 'WALLET_TOPUP'
          and p.invoice_id = coalesce(i.metadata ->> 'adjusts', i.id))`;
}

/** The ids of charges that count as revenue, and of corrections of charges that do not. */
const COUNTED = sql`
  select coalesce(jsonb_agg(charge.id), '[]') as charges,
    coalesce((
      select jsonb_agg(correction -> 'id')
      from jsonb_array_elements(stored.terms -> 'corrections') as correction
      where correction ->> 'of' = 'CHARGES'
        and (correction ->> 'lineId' = any(array_agg(charge.id))) is not true), '[]') as uncounted
  from (
    select case when each ? 'isStanding' then 'standing:' else '' end || (each ->> 'name') as id
    from jsonb_array_elements(stored.terms -> 'charges') as each
    where (each ->> 'considerForRevenue')::boolean) as charge`;

/** Lines that charge an amount. Strict mode finds each line once, at any depth. */
const CHARGED = `strict $.** ? (${[
  ...SOLD_LINES.map((type) => `@.type == "${type}"`),
  '(@.type == "MISCELLANEOUS_CHARGE" && @.id == $charges[*])',
  '(@.type == "CUSTOM_AMOUNT" && !(@.id == $uncounted[*]))',
].join(' || ')})`;

/** In a group invoice, its own lines follow those of its members. */
const OWN = sql`case when i.invoice_type = 'COMPOSITE'
  then stored.document #> '{revenueInfo,lineItems,-1}' else stored.document -> 'revenueInfo' end`;

/** A manual line names its own purpose; a correction has the purpose of the line that it corrects. */
const LINES = sql`
  select (charged ->> 'value')::numeric as amount,
    case when charged ->> 'type' <> 'CUSTOM_AMOUNT' then charged ->> 'id'
      else coalesce(typed.card ->> 'soldId', case when typed.card is null then corrected.id end)
    end as billable_id
  from jsonb_path_query(${OWN}, ${CHARGED}::jsonpath,
    jsonb_build_object('charges', counted.charges, 'uncounted', counted.uncounted)) as charged
  left join lateral (
    select correction ->> 'lineId' as id
    from jsonb_array_elements(stored.terms -> 'corrections') as correction
    where charged ->> 'type' = 'CUSTOM_AMOUNT' and correction ->> 'id' = charged ->> 'id'
  ) as corrected on true
  left join lateral (
    select card from jsonb_array_elements(stored.terms -> 'cards') as card
    where charged ->> 'type' = 'CUSTOM_AMOUNT' and card ->> 'type' = 'CUSTOM'
      and card ->> 'billableId' = coalesce(corrected.id, charged ->> 'id')
  ) as typed on true`;
