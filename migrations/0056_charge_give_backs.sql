-- What was given back of each line of an invoice in advance, whichever way: the settlement of unused days, a credit
-- note, a refund, a void invoice. Together it is never more than the line charged.
create table charge_give_backs (
  org_id       integer not null references organizations,
  id           bigint generated always as identity,
  account_id   text not null,
  invoice_id   text not null,          -- that charged it
  of           text not null check (of in ('GROSS', 'CHARGES')),
  line_id      text not null,
  nth          integer not null,       -- how many lines of this id come before it
  way          text not null check (way in ('SETTLEMENT', 'CREDIT_NOTE', 'REFUND', 'VOID')),
  charged      numeric not null,       -- what the line charged, before taxes and credits
  net          numeric not null,       -- given back of it
  charged_tax  numeric not null,       -- of the whole invoice
  tax          numeric not null,       -- given back with it, by the first row of its way
  money        numeric not null,       -- of a settlement: what the invoice asks less for, taxes included
  key          text,                   -- of a settlement: also that of its credit
  note_id      text,                   -- of a credit note
  correction   jsonb,                  -- of a settlement: as credit notes that follow find it taken off
  created_at   timestamptz not null,
  withdrawn_at timestamptz,            -- it is not given back any more
  primary key (org_id, id),
  foreign key (org_id, account_id) references accounts (org_id, id),
  foreign key (org_id, invoice_id) references invoices (org_id, id)
);
create index charge_give_backs_of_invoice on charge_give_backs (org_id, invoice_id, id);
create index charge_give_backs_of_note on charge_give_backs (org_id, note_id) where note_id is not null;
create index charge_give_backs_of_key on charge_give_backs (org_id, account_id, key) where key is not null;
select protect_table('charge_give_backs');
select portal_wall('charge_give_backs', 'account_id');

-- Credits of settlements until now. Their key is `schedule#first day#card#refund.n`. What another schedule has taken
-- over has no invoice by that key, and stays outside.
insert into charge_give_backs (org_id, account_id, invoice_id, of, line_id, nth, way, charged, net, charged_tax, tax,
  money, key, correction, created_at)
select s.org_id, s.account_id, s.invoice_id, 'GROSS', s.line_id, s.nth, 'SETTLEMENT', s.charged, s.net, 0, 0, s.net,
  s.key, jsonb_build_object('id', 'settled.' || s.credit_id, 'lineId', s.line_id, 'displayName', left(s.purpose, 255),
    'of', 'GROSS', 'amount', s.net::text, 'reason', left(s.purpose, 255))
    || case when s.nth > 0 then jsonb_build_object('nth', s.nth) else '{}' end, s.created_at
from (
  select c.org_id, c.account_id, c.id as credit_id, c.created_at, c.idempotency_key as key,
    coalesce(c.purpose, 'unused') as purpose, i.id as invoice_id, line.value ->> 'lineId' as line_id,
    (line.value -> 'rounding' ->> 'rounded')::numeric as charged,
    c.credit_amount as net,
    (select count(*) from jsonb_array_elements(i.document::jsonb -> 'explanations') with ordinality as other
      where other.ordinality < card.ordinality and other.value ->> 'lineId' = line.value ->> 'lineId')::integer as nth
  from credits c
  cross join lateral regexp_match(c.idempotency_key, '^([^#]+)#(\d{4}-\d\d-\d\d)#(.*)#refund\.\d+$') as named
  join lateral (select * from invoices
    where org_id = c.org_id and account_id = c.account_id and schedule_id = named[1]
      and cycle_start = named[2]::date and invoice_type = 'STANDARD_ADVANCED'
    order by status = 'DRAFT', reissue desc limit 1) as i on true
  cross join lateral jsonb_array_elements(i.inputs::jsonb -> 'cards') with ordinality as card
  cross join lateral jsonb_array_elements(i.document::jsonb -> 'explanations') with ordinality as line
  where c.grantor_id is not null and c.status <> 'VOIDED' and named is not null
    and card.value ->> 'name' = named[3] and line.ordinality = card.ordinality
    and (line.value -> 'rounding' ->> 'rounded')::numeric > 0) as s;

-- Whatever the program computes: of two that give back of one line the second sees what the first has left.
create function check_give_back() returns trigger language plpgsql as $$
declare
  given record;
begin
  perform 1 from invoices where org_id = new.org_id and id = new.invoice_id for update;
  select coalesce(sum(net) filter (where of = new.of and line_id = new.line_id and nth = new.nth), 0) as net,
    coalesce(sum(tax), 0) as tax
  into given from charge_give_backs
  where org_id = new.org_id and invoice_id = new.invoice_id and withdrawn_at is null;
  if given.net + new.net > new.charged then
    raise exception 'line % of invoice % charged %, and % would be given back', new.line_id, new.invoice_id,
      new.charged, given.net + new.net using errcode = 'check_violation';
  end if;
  if new.tax > 0 and given.tax + new.tax > new.charged_tax then
    raise exception 'invoice % charged a tax of %, and % would be given back', new.invoice_id, new.charged_tax,
      given.tax + new.tax using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger check_give_back before insert on charge_give_backs for each row execute function check_give_back();
