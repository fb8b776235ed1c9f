-- The lines of an invoice that are revenue, kept when it is finalized: reports add up rows instead of parsing the
-- documents of all invoices (docs/decisions/0149). Documents of finalized invoices never change, so these rows never do.
create table invoice_revenue (
  org_id      integer not null,
  invoice_id  text not null,
  line        integer not null,            -- in the order of the document
  billable_id text,
  amount      numeric not null,            -- in the currency of the invoice, before credits and taxes
  primary key (org_id, invoice_id, line),
  foreign key (org_id, invoice_id) references invoices (org_id, id)
);
select protect_table('invoice_revenue');
-- A portal writes those of what it buys.
select portal_wall_by('invoice_revenue', $$exists (
  select from invoices i where i.org_id = invoice_revenue.org_id and i.id = invoice_revenue.invoice_id)$$);

-- Lines at any depth that charge an amount; money paid into a wallet is left out by whoever reads them. In a group
-- invoice, its own lines follow those of its members. A manual line names its own purpose; a correction has the purpose
-- of the line that it corrects. An adjustment has the lines in which it differs, and the terms of its original.
create function revenue_lines_of(document jsonb, inputs jsonb, is_composite boolean)
returns table (line integer, billable_id text, amount numeric) language sql immutable as $$
  with stored as (select coalesce(inputs -> 'after', inputs) as terms),
  charge as (
    select case when each ? 'isStanding' then 'standing:' else '' end || (each ->> 'name') as id
    from stored, jsonb_array_elements(stored.terms -> 'charges') as each
    where (each ->> 'considerForRevenue')::boolean),
  counted as (
    select coalesce((select jsonb_agg(charge.id) from charge), '[]') as charges,
      coalesce((select jsonb_agg(correction -> 'id')
        from stored, jsonb_array_elements(stored.terms -> 'corrections') as correction
        where correction ->> 'of' = 'CHARGES' and not exists (
          select from charge where charge.id = correction ->> 'lineId')), '[]') as uncounted)
  select row_number() over (order by charged.position)::integer,
    case when charged.item ->> 'type' <> 'CUSTOM_AMOUNT' then charged.item ->> 'id'
      else coalesce(typed.card ->> 'soldId', case when typed.card is null then corrected.id end) end,
    (charged.item ->> 'value')::numeric
  from stored cross join counted
  cross join lateral jsonb_path_query(
    case when is_composite then document #> '{revenueInfo,lineItems,-1}' else document -> 'revenueInfo' end,
    'strict $.** ? (@.type == "USAGE_RATE_CARD_AMOUNT" || @.type == "FIXED_FEE_RATE_CARD_AMOUNT"
      || @.type == "BILLING_ENTITLEMENT_RATE_CARD_AMOUNT" || @.type == "ENTITLEMENT_OVERAGE_RATE_CARD_AMOUNT"
      || @.type == "CREDIT_GRANT_RATE_CARD_AMOUNT" || @.type == "LICENSE_RATE_CARD_AMOUNT"
      || @.type == "ADVANCED_FIXED_FEE" || @.type == "ADVANCED_BILLING_ENTITLEMENT_RATE_CARD_AMOUNT"
      || @.type == "ADVANCED_CREDIT_GRANT_RATE_CARD_AMOUNT" || @.type == "ADVANCED_LICENSE_RATE_CARD_AMOUNT"
      || @.type == "TRUE_UP_AMOUNT" || @.type == "PRICING_RULE_ADDITION_AMOUNT"
      || (@.type == "MISCELLANEOUS_CHARGE" && @.id == $charges[*])
      || (@.type == "CUSTOM_AMOUNT" && !(@.id == $uncounted[*])))'::jsonpath,
    jsonb_build_object('charges', counted.charges, 'uncounted', counted.uncounted))
    with ordinality as charged (item, position)
  left join lateral (
    select correction ->> 'lineId' as id
    from jsonb_array_elements(stored.terms -> 'corrections') as correction
    where charged.item ->> 'type' = 'CUSTOM_AMOUNT' and correction ->> 'id' = charged.item ->> 'id'
  ) as corrected on true
  left join lateral (
    select card from jsonb_array_elements(stored.terms -> 'cards') as card
    where charged.item ->> 'type' = 'CUSTOM_AMOUNT' and card ->> 'type' = 'CUSTOM'
      and card ->> 'billableId' = coalesce(corrected.id, charged.item ->> 'id')
  ) as typed on true
$$;

create function keep_invoice_revenue() returns trigger language plpgsql as $$
begin
  insert into invoice_revenue (org_id, invoice_id, line, billable_id, amount)
  select new.org_id, new.id, l.line, l.billable_id, l.amount
  from revenue_lines_of(new.document::jsonb, new.inputs::jsonb, new.invoice_type = 'COMPOSITE') as l
  where new.invoice_type <> 'COMPOSITE' or coalesce(new.inputs::jsonb -> 'after', new.inputs::jsonb) ? 'charges';
  return null;
end $$;
create trigger keep_revenue_inserted after insert on invoices
  for each row when (new.finalizing_status = 'FINALIZED') execute function keep_invoice_revenue();
create trigger keep_revenue after update of finalizing_status on invoices
  for each row when (new.finalizing_status = 'FINALIZED' and old.finalizing_status is distinct from 'FINALIZED')
  execute function keep_invoice_revenue();

alter table invoices no force row level security;
alter table invoice_revenue no force row level security;
insert into invoice_revenue (org_id, invoice_id, line, billable_id, amount)
select i.org_id, i.id, l.line, l.billable_id, l.amount
from invoices i
cross join lateral revenue_lines_of(i.document::jsonb, i.inputs::jsonb, i.invoice_type = 'COMPOSITE') as l
where i.finalizing_status = 'FINALIZED'
  and (i.invoice_type <> 'COMPOSITE' or coalesce(i.inputs::jsonb -> 'after', i.inputs::jsonb) ? 'charges');
alter table invoices force row level security;
alter table invoice_revenue force row level security;
