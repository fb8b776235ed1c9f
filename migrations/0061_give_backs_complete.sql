-- What was given back of an invoice as a whole is a row of its own: its tax, and what it asks less for. What
-- older releases gave back is in the record completely.
alter table charge_give_backs add column is_discounted boolean not null default false; -- a discount paid for it
alter table charge_give_backs alter column money set default 0;
alter table charge_give_backs drop constraint charge_give_backs_of_check;
alter table charge_give_backs add constraint charge_give_backs_of_check check (of in ('GROSS', 'CHARGES', 'INVOICE'));
drop trigger check_give_back on charge_give_backs;

-- Whatever the program computes: of two that give back of one line the second sees what the first has left. The
-- row of the invoice is checked as a line is: what its taxes were, and what is given back of them.
create or replace function check_give_back() returns trigger language plpgsql as $$
declare
  given numeric;
begin
  perform 1 from invoices where org_id = new.org_id and id = new.invoice_id for update;
  if new.net <= 0 then
    return new;
  end if;
  select coalesce(sum(net), 0) into given from charge_give_backs
  where org_id = new.org_id and invoice_id = new.invoice_id and withdrawn_at is null
    and of = new.of and line_id = new.line_id and nth = new.nth;
  if given + new.net > new.charged then
    raise exception '% % of invoice % charged %, and % would be given back', new.of, new.line_id, new.invoice_id,
      new.charged, given + new.net using errcode = 'check_violation';
  end if;
  return new;
end $$;

-- Two settlements may give back parts of what one credit paid of an invoice.
alter table credit_transactions add column settlement_key text;
drop index credit_transactions_once;
create unique index credit_transactions_once on credit_transactions
  (org_id, invoice_id, credit_id, transaction_type, coalesce(settlement_key, '')) where invoice_id is not null;

-- The owner of the tables may be subject to the walls, and sees every organization for this.
create function wall_of_owner(forced boolean) returns void language plpgsql as $$
declare
  name text;
begin
  foreach name in array array['charge_give_backs', 'credits', 'invoices', 'advance_charges', 'advance_adjustments'] loop
    execute format('alter table %I %s row level security', name, case when forced then 'force' else 'no force' end);
  end loop;
end $$;
select wall_of_owner(false);

-- The first row of what was given back at a time had what is of the invoice.
insert into charge_give_backs (org_id, account_id, invoice_id, of, line_id, nth, way, charged, net, charged_tax, tax,
  money, key, note_id, correction, created_at, withdrawn_at)
select org_id, account_id, invoice_id, 'INVOICE', '', 0, way, charged_tax, tax, 0, 0, money, key, note_id, correction,
  created_at, withdrawn_at
from charge_give_backs
where tax <> 0 or money <> 0 or correction is not null
order by id;
update charge_give_backs g set is_discounted = true
where way = 'SETTLEMENT' and of <> 'INVOICE' and correction is null and not exists (select from charge_give_backs other
  where other.org_id = g.org_id and other.invoice_id = g.invoice_id and other.key = g.key and other.of <> 'INVOICE'
    and other.correction is not null and (other.line_id, other.nth) <> (g.line_id, g.nth));
update charge_give_backs set money = 0, correction = null where of <> 'INVOICE';
alter table charge_give_backs drop column charged_tax, drop column tax;
alter table charge_give_backs add constraint charge_give_backs_of_invoice_check
  check (of = 'INVOICE' or money = 0 and correction is null);
alter table charge_give_backs add constraint charge_give_backs_key_check check (way <> 'SETTLEMENT' or key is not null);

-- What 0056 wrote of the credits of older releases was without taxes, only of the first line, and not of charges
-- that another schedule had taken over. Credit notes that came since name the same corrections.
delete from charge_give_backs g using credits c
where c.org_id = g.org_id and c.account_id = g.account_id and c.idempotency_key = g.key
  and exists (select from charge_give_backs i where i.org_id = g.org_id and i.invoice_id = g.invoice_id
    and i.key = g.key and i.correction ->> 'id' = 'settled.' || c.id);

-- Lines of issued invoices, as they were charged: cards have the first explanations, in their order.
create function lines_of_cards(document jsonb, cards jsonb)
returns table (ordinal bigint, line_id text, nth integer, charged numeric, name text, billable_id text)
language sql immutable as $$
  select line.ordinality as ordinal, line.value ->> 'lineId',
    (select count(*)::integer from jsonb_array_elements(document -> 'explanations') with ordinality as before
      where before.ordinality < line.ordinality and before.value ->> 'lineId' = line.value ->> 'lineId'),
    (line.value -> 'rounding' ->> 'rounded')::numeric, card.value ->> 'name', card.value ->> 'billableId'
  from jsonb_array_elements(cards) with ordinality as card
  join jsonb_array_elements(document -> 'explanations') with ordinality as line on line.ordinality = card.ordinality
$$;

-- The lines that charged what a credit gave back: the first of them, which is that of the schedule, or of the one that
-- it has replaced from the same day, and what came on top.
create function lines_behind(credit credits)
returns table (place integer, invoice_id text, line_id text, nth integer, charged numeric)
language sql stable as $$
  with named as (select regexp_match(credit.idempotency_key, '^([^#]+)#(\d{4}-\d\d-\d\d)#(.*)#refund\.\d+$') as parts),
  first_line as (
    select i.id, line.line_id, line.nth, line.charged
    from named, invoices i, lines_of_cards(i.document::jsonb, i.inputs::jsonb -> 'cards') as line
    where i.org_id = credit.org_id and i.account_id = credit.account_id and i.invoice_type = 'STANDARD_ADVANCED'
      and i.cycle_start = parts[2]::date and i.status <> 'DRAFT'
      and line.billable_id = credit.grantor_id and line.charged > 0
    order by i.status = 'VOID', i.schedule_id <> parts[1], line.name <> parts[3], i.reissue desc, i.id, line.ordinal
    limit 1),
  on_top as (
    select i.id, line.line_id, line.nth, line.charged, a.id as adjustment_id
    from named, advance_adjustments a
    join invoices i on i.org_id = a.org_id and i.id = a.invoice_id and i.status not in ('DRAFT', 'VOID')
    cross join lateral lines_of_cards(i.document::jsonb, i.inputs::jsonb -> 'cards') as line
    where a.org_id = credit.org_id and a.account_id = credit.account_id
      and a.setting -> 'cycle' ->> 'start' = parts[2] and a.card ->> 'billableId' = credit.grantor_id
      and line.charged > 0
      and line.ordinal = jsonb_array_length(i.inputs::jsonb -> 'cards') - (select count(*) from advance_adjustments other
        where other.org_id = a.org_id and other.invoice_id = a.invoice_id and other.id > a.id))
  select 0, id, line_id, nth, charged from first_line
  union all
  select row_number() over (order by adjustment_id)::integer, id, line_id, nth, charged from on_top
$$;

-- What a settlement takes off the net amount lowers the taxes of the invoice, each rounded by itself.
create function taxes_of(document jsonb, less numeric) returns numeric language sql immutable as $$
  select coalesce(sum(round((tax.value ->> 'rate')::numeric * greatest(0, (tax.value ->> 'taxable')::numeric - less),
    (tax.value -> 'rounding' ->> 'digits')::integer)), 0)
  from jsonb_array_elements(document -> 'explanations') as tax where tax.value ->> 'type' = 'TAX'
$$;

-- What was given back of lines at a time, with the row of their invoice.
create function record_older(bill invoices, given jsonb, act jsonb) returns void language plpgsql as $$
declare
  digits integer := coalesce((jsonb_path_query_first(bill.document::jsonb,
    '$.explanations[0].rounding.digits'))::integer, 2);
  taxed numeric := taxes_of(bill.document::jsonb, 0);
begin
  insert into charge_give_backs (org_id, account_id, invoice_id, of, line_id, nth, way, charged, net, key, note_id,
    created_at)
  select bill.org_id, bill.account_id, bill.id, 'GROSS', line ->> 'line_id', (line ->> 'nth')::integer, act ->> 'way',
    (line ->> 'charged')::numeric, (line ->> 'net')::numeric, act ->> 'key', act ->> 'note',
    (act ->> 'at')::timestamptz
  from jsonb_array_elements(given) with ordinality as lines (line, place)
  where (line ->> 'net')::numeric <> 0 order by place;
  insert into charge_give_backs (org_id, account_id, invoice_id, of, line_id, nth, way, charged, net, money, key,
    note_id, correction, created_at)
  select bill.org_id, bill.account_id, bill.id, 'INVOICE', '', 0, act ->> 'way', taxed, (act ->> 'tax')::numeric,
    coalesce((act ->> 'money')::numeric, 0), act ->> 'key', act ->> 'note', act -> 'correction',
    (act ->> 'at')::timestamptz;
end $$;

-- A credit gives back the lines behind it, the first of them first. What none of them has left is of the first,
-- which has given back too much then, as the audit says.
create function record_older_credit(credit credits) returns void language plpgsql as $$
declare
  behind record;
  bill invoices;
  rest numeric := credit.credit_amount;
  net numeric;
  gone numeric; -- of the line, then of the invoice
  tax numeric;
  words text := left(coalesce(nullif(credit.purpose, ''), 'unused'), 255);
begin
  for turn in 1..2 loop
    for behind in select * from lines_behind(credit) order by place loop
      select coalesce(sum(g.net), 0) into gone from charge_give_backs g
      where g.org_id = credit.org_id and g.invoice_id = behind.invoice_id and g.of = 'GROSS'
        and g.line_id = behind.line_id and g.nth = behind.nth and g.withdrawn_at is null;
      net := case turn when 1 then least(rest, greatest(0, behind.charged - gone)) else rest end;
      continue when net <= 0;
      rest := rest - net;
      select * into bill from invoices where org_id = credit.org_id and id = behind.invoice_id;
      select coalesce(sum(g.net), 0) into gone from charge_give_backs g
      where g.org_id = credit.org_id and g.invoice_id = bill.id and g.of = 'GROSS' and g.withdrawn_at is null;
      tax := taxes_of(bill.document::jsonb, gone) - taxes_of(bill.document::jsonb, gone + net);
      perform record_older(bill,
        jsonb_build_array(jsonb_build_object('line_id', behind.line_id, 'nth', behind.nth, 'charged', behind.charged,
          'net', net)),
        jsonb_build_object('way', 'SETTLEMENT', 'key', credit.idempotency_key, 'tax', tax, 'money', net + tax,
          'at', credit.created_at, 'correction', jsonb_build_object(
            'id', 'settled.' || credit.id || case when behind.place = 0 then '' else '.' || behind.place + 1 end,
            'lineId', behind.line_id, 'displayName', words, 'of', 'GROSS', 'amount', net::text, 'reason', words)
            || case when behind.nth > 0 then jsonb_build_object('nth', behind.nth) else '{}' end));
    end loop;
    exit when rest <= 0;
  end loop;
end $$;

-- A credit note says which lines it took something off; what is of no line is of each by its share of the charges.
create function record_older_note(bill invoices, note invoices) returns void language plpgsql as $$
declare
  known jsonb := coalesce(note.inputs::jsonb -> 'before' -> 'corrections', '[]');
  taken jsonb; -- corrections of this note
  unnamed numeric;
  sum_charged numeric;
  lines jsonb;
begin
  select coalesce(jsonb_agg(c), '[]') into taken
  from jsonb_array_elements(coalesce(note.inputs::jsonb -> 'after' -> 'corrections', '[]')) as c
  where c ->> 'of' = 'GROSS'
    and not exists (select from jsonb_array_elements(known) as k where k ->> 'id' = c ->> 'id');
  select coalesce(sum((c ->> 'amount')::numeric), 0) into unnamed
  from jsonb_array_elements(taken) as c where c ->> 'lineId' is null;
  select coalesce(sum(charged), 0) into sum_charged
  from lines_of_cards(bill.document::jsonb, bill.inputs::jsonb -> 'cards') where charged > 0;
  select jsonb_agg(jsonb_build_object('line_id', line_id, 'nth', nth, 'charged', charged, 'net',
    coalesce((select sum((c ->> 'amount')::numeric) from jsonb_array_elements(taken) as c
      where c ->> 'lineId' = line_id and coalesce((c ->> 'nth')::integer, 0) = nth), 0)
    + round(unnamed * up_to / sum_charged, digits) - round(unnamed * (up_to - charged) / sum_charged, digits))
    order by ordinal) into lines
  from (select *, sum(charged) over (order by ordinal) as up_to,
      (bill.document::jsonb #>> '{explanations,0,rounding,digits}')::integer as digits
    from lines_of_cards(bill.document::jsonb, bill.inputs::jsonb -> 'cards') where charged > 0) as line;
  if lines is null then
    return;
  end if;
  perform record_older(bill, lines, jsonb_build_object('way', 'CREDIT_NOTE', 'note', note.id, 'at', note.created_at,
    'tax', coalesce(-(jsonb_path_query_first(note.document::jsonb,
      '$.revenueInfo.lineItems[*].lineItems[*] ? (@.type == "TOTAL_TAX_AMOUNT").value') #>> '{}')::numeric, 0)));
end $$;

-- An invoice that was refunded, or is void, has given back all that was left of its lines.
create function record_older_rest(bill invoices) returns void language plpgsql as $$
declare
  lines jsonb;
  given_tax numeric;
begin
  select coalesce(sum(g.net), 0) into given_tax from charge_give_backs g
  where g.org_id = bill.org_id and g.invoice_id = bill.id and g.of = 'INVOICE' and g.withdrawn_at is null;
  select jsonb_agg(jsonb_build_object('line_id', line.line_id, 'nth', line.nth, 'charged', line.charged, 'net',
    greatest(0, line.charged - coalesce((select sum(g.net) from charge_give_backs g
      where g.org_id = bill.org_id and g.invoice_id = bill.id and g.of = 'GROSS' and g.line_id = line.line_id
        and g.nth = line.nth and g.withdrawn_at is null), 0))) order by line.ordinal) into lines
  from lines_of_cards(bill.document::jsonb, bill.inputs::jsonb -> 'cards') as line where line.charged > 0;
  if lines is null then
    return;
  end if;
  perform record_older(bill, lines, jsonb_build_object('at', bill.updated_at,
    'way', case bill.status when 'VOID' then 'VOID' else 'REFUND' end,
    'tax', greatest(0, taxes_of(bill.document::jsonb, 0) - given_tax)));
end $$;

-- In the order in which they were given back: a refund and a void invoice have the rest.
do $$
declare
  bill invoices;
  note invoices;
  credit credits;
begin
  for credit in select * from credits where grantor_id is not null and status <> 'VOIDED'
      and idempotency_key ~ '^[^#]+#\d{4}-\d\d-\d\d#.*#refund\.\d+$'
      and not exists (select from charge_give_backs g
        where g.org_id = credits.org_id and g.account_id = credits.account_id and g.key = idempotency_key)
      order by org_id, created_at, id loop
    perform record_older_credit(credit);
  end loop;
  for note in select * from invoices where metadata ? 'adjusts' and status not in ('DRAFT', 'VOID')
      and inputs::jsonb -> 'after' ? 'corrections' order by org_id, created_at, id loop
    select * into bill from invoices where org_id = note.org_id and id = note.metadata ->> 'adjusts'
      and invoice_type in ('STANDARD_ADVANCED', 'ADHOC_ADVANCED');
    continue when not found or exists (select from charge_give_backs g
      where g.org_id = note.org_id and g.note_id = note.id);
    perform record_older_note(bill, note);
  end loop;
  for bill in select * from invoices i where invoice_type in ('STANDARD_ADVANCED', 'ADHOC_ADVANCED')
      and (status = 'VOID' or status = 'REFUND_COMPLETED' and total_amount > 0) and account_id is not null
      and sequence_id is not null
      and not exists (select from charge_give_backs g
        where g.org_id = i.org_id and g.invoice_id = i.id and g.way in ('REFUND', 'VOID'))
      order by org_id, id loop
    perform record_older_rest(bill);
  end loop;
end $$;

create trigger check_give_back before insert on charge_give_backs for each row execute function check_give_back();
drop function record_older_rest(invoices), record_older_note(invoices, invoices), record_older_credit(credits),
  record_older(invoices, jsonb, jsonb), taxes_of(jsonb, numeric), lines_behind(credits), lines_of_cards(jsonb, jsonb);
select wall_of_owner(true);
drop function wall_of_owner(boolean);
